/** A number of people: "1 person", "1,200 people". */
export function peopleText(count: number): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? 'person' : 'people'}`;
}
