/** Items that a list gains and loses, whatever their order. */
export function listDifference(was: readonly string[], now: readonly string[]) {
  return {
    joined: now.filter((item) => !was.includes(item)),
    left: was.filter((item) => !now.includes(item)),
  };
}
