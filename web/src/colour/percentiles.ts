// Ends of colours: the first and the 99th percentile, so that a few extreme values, such as stresses in corners, do not
// take the colours from all others.

const most = 200_000; // numbers that are looked at; of more, evenly chosen ones

/// Of numbers in several lists, NaN aside; null: there are none.
export function percentiles(
    lists: ArrayLike<number>[], shares: [number, number] = [0.01, 0.99],
): [number, number] | null {
    const total = lists.reduce((sum, list) => sum + list.length, 0);
    const stride = Math.max(1, Math.ceil(total / most));
    const sample = new Float64Array(Math.ceil(total / stride) + lists.length);
    let count = 0;
    let skip = 0;
    for (const list of lists) {
        let i = skip;
        for (; i < list.length; i += stride) if (Number.isFinite(list[i]!)) sample[count++] = list[i]!;
        skip = i - list.length;
    }
    if (count === 0) return null;
    const sorted = sample.subarray(0, count).sort();
    const [low, high] = shares.map((share) => sorted[Math.round(share * (count - 1))]!) as [number, number];
    return [low, high];
}

/// The same with ends apart: of equal numbers all that there are, and around a single one a little more.
export function colourRange(lists: ArrayLike<number>[], shares?: [number, number]): [number, number] {
    const found = percentiles(lists, shares) ?? [0, 1];
    if (found[0] < found[1]) return found;
    const [low, high] = percentiles(lists, [0, 1]) ?? [0, 1];
    return low < high ? [low, high] : [low, low + (Math.abs(low) || 1)];
}
