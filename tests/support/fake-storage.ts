/** Browser storage for tests. Keys are also properties, as in the real one. */
export class FakeStorage implements Storage {
  [name: string]: unknown;

  get length(): number {
    return Object.keys(this).length;
  }

  getItem(key: string): string | null {
    const value = Object.hasOwn(this, key) ? this[key] : null;
    return typeof value === 'string' ? value : null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
  }

  removeItem(key: string): void {
    delete this[key];
  }

  key(position: number): string | null {
    return Object.keys(this)[position] ?? null;
  }

  clear(): void {
    for (const key of Object.keys(this)) delete this[key];
  }
}
