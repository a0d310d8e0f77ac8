// Search in all pages: every word should occur; a pasted message is found where most of its words stand together.
// The index is a script (search_index.js), fetched when the search is first used, so it works from disk too.
(() => {
    const MOST = 12;
    const MOST_OF_A_PAGE = 4;
    const WORTH_SHOWING = 0.25; // of the best
    const root = document.documentElement.dataset.root;
    const field = document.querySelector("#site-search input");
    const results = document.getElementById("site-results");
    let index = null;
    let chosen = -1;

    function load() {
        if (index) return Promise.resolve();
        return new Promise((resolve) => {
            const script = document.createElement("script");
            script.src = `${root}search_index.js`;
            script.onload = () => {
                index = window.searchIndex.map(([address, page, heading, text], order) => ({
                    address, page, heading, text, order,
                    name: (heading || page).toLowerCase(),
                    all: `${page} ${heading} ${text}`.toLowerCase(),
                }));
                resolve();
            };
            document.head.append(script);
        });
    }

    // What people call it elsewhere, and what it is called here.
    const SYNONYMS = {
        pin: ["hold"], fix: ["hold"], fixed: ["hold"], clamp: ["hold"], anchor: ["hold"], constraint: ["hold"],
        sewing: ["seam"], sew: ["seam"], stitch: ["seam"], zip: ["seam"], robot: ["urdf"], arm: ["urdf"], sdf: ["urdf"],
        ball: ["joint"], motor: ["joint"], youngs: ["youngs_modulus"], elasticity: ["solids"], fabric: ["shells"],
        thread: ["rods"], wire: ["rods"], yarn: ["rods"], gust: ["wind"], breeze: ["wind"], storm: ["wind"],
        collision: ["contact"], collide: ["contact"], animate: ["motion"], keyframe: ["motion"], video: ["film"],
        movie: ["film"], screenshot: ["picture"], parameter: ["key"], grid: ["sweep"], batch: ["sweep", "worlds"],
        ensemble: ["sweep"], cluster: ["sweep"], reaction: ["reaction", "impulses"], timestep: ["step"], crash: ["stopped"],
    };
    const ENDINGS = [["ies", "y"], ["ings", ""], ["ing", ""], ["ed", ""], ["es", ""], ["s", ""], ["er", ""], ["ly", ""]];

    /// Shorter forms of a word that may stand in the text instead: "colliding" as "collid", "springs" as "spring".
    function stems(word) {
        return ENDINGS.filter(([ending]) => word.endsWith(ending) && word.length - ending.length >= 3)
            .map(([ending, instead]) => word.slice(0, word.length - ending.length) + instead);
    }

    /// The word itself, or else what stands in the entry for it: a stem of it, or what we call it.
    function standIn(entry, word) {
        if (entry.all.includes(word)) return [word, 1];
        const stem = stems(word).find((shorter) => entry.all.includes(shorter));
        if (stem) return [stem, 0.8];
        const known = [word, ...stems(word)].flatMap((form) => SYNONYMS[form] ?? []);
        const other = known.find((form) => entry.all.includes(form));
        return other ? [other, 0.6] : [word, 1];
    }

    const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    const startsWord = (text, place) => place === 0 || !/[\p{L}\p{N}]/u.test(text[place - 1]);

    /// Lists and sources stand behind pages that explain.
    function weight(address) {
        return /^(files|scenes|project\/changelog)/.test(address) ? 0.5 : /^reference\/messages/.test(address) ? 0.7 : 1;
    }

    /// How much of a message is the heading of an entry, whose "…" stand for the user's own names and numbers.
    function likeMessage(entry, query) {
        const pieces = entry.name.split("…").map((piece) => piece.trim()).filter((piece) => /\p{L}/u.test(piece));
        const length = pieces.join("").length;
        let from = 0;
        for (const piece of pieces) {
            const place = query.indexOf(piece, from);
            if (place < 0) return 0;
            from = place + piece.length;
        }
        return length >= 12 && /[ :]/.test(entry.name) ? length : 0;
    }

    // Where those words lead, whatever else names them.
    const HOMES = {
        urdf: "joints.html#robots-from-urdf-files", robot: "joints.html#robots-from-urdf-files", joint: "joints.html",
        hinge: "joints.html", sew: "joints.html#seams", sewing: "joints.html#seams", stitch: "joints.html#seams",
        seam: "joints.html#seams", hair: "rods.html", wind: "loads.html#air", pin: "reference/scene.html#body.hold",
        hold: "reference/scene.html#body.hold",
    };
    const AT_HOME = 120;

    function home(address, words) {
        const known = words.length <= 2 ? words.flatMap((word) => [word, ...stems(word)].map((form) => HOMES[form])) : [];
        return known.includes(address) ? AT_HOME : 0;
    }

    /// How well an entry fits: words in its name count most, then whole beginnings of words, then the rest.
    function score(entry, query, words, strict) {
        let sum = 0;
        let missing = 0;
        for (const asked of words) {
            const [word, worth] = standIn(entry, asked);
            const inName = entry.name.indexOf(word);
            const inText = inName < 0 ? entry.all.indexOf(word) : -1;
            if (inName >= 0) sum += worth * (startsWord(entry.name, inName) ? 12 : 6);
            else if (inText >= 0 && inText < entry.page.length) sum += 4 * worth;
            else if (inText >= 0) sum += worth * (startsWord(entry.all, inText) ? 3 : 1);
            else missing += 1;
        }
        sum += home(entry.address, words);
        const message = likeMessage(entry, query);
        if (message) return weight(entry.address) * (100 + message);
        // Messages carry names and numbers of the user's own, which stand in no page.
        if (missing > 0 && !home(entry.address, words) && (strict ? words.length < 4 || missing > 0.5 * words.length : missing === words.length)) return 0;
        if (entry.name.includes(query)) sum += 20;
        else if (entry.all.includes(query)) sum += 8;
        if (entry.name === query || entry.name.endsWith(`.${query}`)) sum += 40;
        else if (entry.name.startsWith(query)) sum += 10;
        return (weight(entry.address) * sum * Math.max(1, words.length - missing)) / words.length;
    }

    function excerpt(text, words) {
        const small = text.toLowerCase();
        const places = words.map((word) => small.indexOf(word)).filter((place) => place >= 0);
        const start = places.length ? Math.max(0, Math.min(...places) - 50) : 0;
        const part = (start > 0 ? "…" : "") + text.slice(start, start + 150) + (text.length > start + 150 ? "…" : "");
        return marked(part, words);
    }

    function marked(text, words) {
        const pattern = words.filter((word) => word.length > 2 || words.length < 3).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
        return escaped(text).replace(new RegExp(escaped(pattern), "gi"), (found) => `<mark>${found}</mark>`);
    }

    function shown({ address, page, heading, text }, words) {
        const where = heading ? `<i>${escaped(page)}</i>` : "";
        return `<a role="option" href="${root}${address}"><b>${marked(heading || page, words)}</b>${where}
            <span>${excerpt(text, words)}</span></a>`;
    }

    function find(query) {
        // A path such as bodies[0].density is that of the key body.density.
        const parts = query.replace(/\bbodies\[\d+\]\./g, "body.").replace(/\[\d+\]/g, "").split(/[\s"“”,;:()]+/);
        const words = [...new Set(parts.filter((word) => /[\p{L}\p{N}]/u.test(word)))];
        if (words.length === 0) return { words, found: [] };
        const ranked = rank(query, words, true);
        return { words, found: spread(ranked.length ? ranked : rank(query, words, false)) };
    }

    function rank(query, words, strict) {
        return index
            .map((entry) => ({ entry, value: score(entry, query, words, strict) }))
            .filter(({ value }) => value > 0)
            .sort((a, b) => b.value - a.value || a.entry.order - b.entry.order)
            .filter(({ value }, _, all) => value > WORTH_SHOWING * all[0].value);
    }

    /// The first of them, with no page taking all the room.
    function spread(ranked) {
        const ofPage = new Map();
        const fitting = ranked.filter(({ entry }) => {
            ofPage.set(entry.page, (ofPage.get(entry.page) ?? 0) + 1);
            return ofPage.get(entry.page) <= MOST_OF_A_PAGE;
        });
        return fitting.slice(0, MOST);
    }

    async function search() {
        const query = field.value.trim().toLowerCase();
        await load();
        if (query !== field.value.trim().toLowerCase()) return; // typed on meanwhile
        chosen = -1;
        if (!query) return close();
        const { words, found } = find(query);
        results.innerHTML = found.length
            ? found.map(({ entry }) => shown(entry, words)).join("")
            : "<p>Nothing found. Fewer words may help.</p>";
        results.hidden = false;
    }

    function close() {
        results.hidden = true;
    }

    function choose(step) {
        const links = [...results.querySelectorAll("a")];
        if (links.length === 0) return;
        chosen = (chosen + step + links.length) % links.length;
        links.forEach((link, i) => link.classList.toggle("chosen", i === chosen));
        links[chosen].scrollIntoView({ block: "nearest" });
    }

    field.addEventListener("focus", load);
    field.addEventListener("input", search);
    field.addEventListener("keydown", (event) => {
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            choose(event.key === "ArrowDown" ? 1 : -1);
        } else if (event.key === "Enter") {
            const links = results.querySelectorAll("a");
            links[Math.max(chosen, 0)]?.click();
        } else if (event.key === "Escape") {
            field.value = "";
            close();
            field.blur();
        }
    });
    results.addEventListener("click", close);
    addEventListener("keydown", (event) => {
        if (event.key !== "/" || /^(input|textarea)$/i.test(event.target.tagName)) return;
        event.preventDefault();
        field.focus();
        field.select();
    });
    addEventListener("click", (event) => event.target.closest("#site-search") || close());
})();
