function afterFolders(path: string): string {
  return path.replace(/^.*[/\\]/, '');
}

/** The file name of a picture, given by its path or its address: `…/files/rust%201.jpg?v=17` is `rust 1.jpg`. */
export function pictureFileName(name: string): string {
  if (!/^https?:\/\//i.test(name)) return afterFolders(name);
  const last = afterFolders(name.replace(/[?#].*$/, ''));
  try {
    return afterFolders(decodeURIComponent(last));
  } catch {
    return last;
  }
}
