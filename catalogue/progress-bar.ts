const width = 30;

/** A progress bar, redrawn in a terminal; elsewhere, a line for every third of the work. */
export function progressBar(label: string, total: number) {
  const { stderr } = process;
  let done = 0;
  let shown = -1;
  function draw(): void {
    const filled = Math.floor((done / total) * width);
    if (filled === shown && done < total) return;
    const bar = '█'.repeat(filled).padEnd(width, '░');
    const line = `  ${label} ${bar} ${done} of ${total}`;
    if (stderr.isTTY) stderr.write(`\r${line}${done === total ? '\n' : ''}`);
    else if (filled % 10 === 0) stderr.write(`${line}\n`);
    shown = filled;
  }
  if (total > 0) draw();
  return {
    /** Counts one more item as done. */
    step(): void {
      done += 1;
      draw();
    },
  };
}
