/** Long enough for any browser to have begun the download. */
const KEEP_MS = 60_000;

/** Has the browser save a text as a file with that name. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Has the browser save a base64 file. */
export function saveBase64(name: string, base64: string): void {
  saveBlob(name, new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]));
}

/** Has the browser save a file under that name. */
function saveBlob(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}
