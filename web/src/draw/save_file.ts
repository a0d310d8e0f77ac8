// Hands a file to the browser's downloads, named after the run.

export function saveFile(content: Blob, title: string, ending: string): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(content);
    link.download = `${title.toLowerCase().replace(/[^a-z0-9]+/g, "_")}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it later
}
