/** Styles of the payment page, inline so that they need no build. */
export const PAYMENT_PAGE_STYLES = `
:root { --bone: #ece9e4; --ink: #141312; --paper: #fbfaf8; --line: #c9c4bb; --quiet: #57534c; --wrong: #9b1c13; color-scheme: light; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bone); color: var(--ink); font: 1rem/1.5 "Helvetica Neue", Helvetica, Arial, system-ui, sans-serif; }
.notice { margin: 0; padding: .625rem 1.25rem; background: var(--ink); color: var(--bone); font-size: .875rem; text-align: center; letter-spacing: .01em; }
.page { max-width: 68rem; margin: 0 auto; padding: 1.25rem 1.25rem 4rem; }
a { color: inherit; text-underline-offset: .2em; }
.back { text-decoration: none; display: inline-flex; align-items: center; min-height: 2.75rem; font-size: .9375rem; }
.back span { text-decoration: underline; }
.back::before { content: "\\2190"; margin-right: .5rem; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
h1 { margin: .75rem 0 1.5rem; font-size: clamp(1.75rem, 5vw, 2.5rem); line-height: 1.1; letter-spacing: -.02em; font-weight: 600; }
h2, legend { margin: 0 0 1rem; padding: 0; font-size: 1.0625rem; font-weight: 600; }
.columns { display: grid; gap: 2.5rem; }
.lines { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
.line { display: grid; grid-template-columns: 4rem 1fr auto; gap: 1rem; padding: 1rem 0; border-bottom: 1px solid var(--line); }
.line.plain { grid-template-columns: 1fr auto; }
.line img { width: 4rem; aspect-ratio: 4 / 5; object-fit: cover; background: #dedad2; display: block; }
.line p { margin: 0; overflow-wrap: anywhere; }
.line .name { font-weight: 600; }
.quiet { color: var(--quiet); font-size: .9375rem; }
.amount { font-variant-numeric: tabular-nums; white-space: nowrap; text-align: right; }
.totals { margin: 1rem 0 0; }
.totals div { display: flex; justify-content: space-between; gap: 1rem; padding: .25rem 0; }
.totals dd { margin: 0; }
.totals .total { margin-top: .5rem; padding-top: .75rem; border-top: 1px solid var(--ink); font-size: 1.25rem; font-weight: 600; }
form { background: var(--paper); padding: 1.5rem 1.25rem; }
fieldset, section.part { border: 0; margin: 0 0 2rem; padding: 0; min-width: 0; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: end; }
.field { grid-column: 1 / -1; display: grid; gap: .3125rem; align-self: start; }
.field.half { grid-column: auto; }
label { font-size: .9375rem; font-weight: 500; }
.hint { font-size: .875rem; font-weight: 400; color: var(--quiet); }
input:not([type=radio]), select { width: 100%; min-height: 3rem; padding: .5rem .75rem; border: 1px solid #8a857c; border-radius: 0; background: #fff; color: var(--ink); font: inherit; font-variant-numeric: tabular-nums; appearance: none; }
select { appearance: auto; }
input:focus-visible, select:focus-visible { outline: 2px solid var(--ink); outline-offset: -1px; border-color: var(--ink); }
[aria-invalid=true] { border-color: var(--wrong) !important; box-shadow: inset 0 0 0 1px var(--wrong); }
.problem { margin: 0; color: var(--wrong); font-size: .9375rem; font-weight: 500; }
.choices { border: 1px solid var(--line); background: #fff; }
.choice { display: grid; grid-template-columns: auto 1fr auto; gap: .75rem; align-items: center; min-height: 3.5rem; padding: .75rem 1rem; cursor: pointer; font-weight: 400; }
.choice + .choice { border-top: 1px solid var(--line); }
.choice:has(:checked) { box-shadow: inset 0 0 0 1px var(--ink); }
.choice:has(:focus-visible) { outline: 2px solid var(--ink); outline-offset: 2px; }
.choice input { width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--ink); outline: 0; }
.choice span { display: block; }
.alert { margin: 0 0 1.5rem; padding: 1rem; border: 1px solid var(--wrong); border-left-width: 6px; background: #fff; }
.alert p { margin: 0; } .alert strong { color: var(--wrong); }
.pay { width: 100%; min-height: 3.5rem; padding: .75rem 1.25rem; border: 1px solid var(--ink); border-radius: 0; background: var(--ink); color: #fff; font: inherit; font-size: 1.0625rem; font-weight: 600; cursor: pointer; font-variant-numeric: tabular-nums; }
.pay:hover { background: #35322f; } .pay[aria-disabled=true] { background: #57534c; cursor: progress; }
details { margin-top: 1.25rem; border-top: 1px solid var(--line); font-size: .9375rem; }
summary { min-height: 2.75rem; display: list-item; padding: .6875rem 0; cursor: pointer; font-weight: 500; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; color: var(--quiet); padding-bottom: .5rem; }
td, th { padding: .25rem 0; border-top: 1px solid var(--line); text-align: left; font-weight: 400; height: 2.75rem; }
th { font-variant-numeric: tabular-nums; white-space: nowrap; padding-right: .75rem; }
td:last-child { text-align: right; }
.use { min-height: 2.5rem; min-width: 3rem; border: 0; background: none; color: var(--ink); font: inherit; text-decoration: underline; text-underline-offset: .2em; cursor: pointer; }
.note { margin: 0 0 1rem; }
form.wallet { padding: 0; background: none; margin: 0 0 1.5rem; }
.wallet details { margin: 0; border: 0; }
.wallet summary { min-height: 3.5rem; display: grid; place-items: center; background: var(--ink); color: #fff; font-weight: 600; list-style: none; }
.wallet summary::-webkit-details-marker { display: none; }
.wallet [open] { background: var(--paper); padding: 0 0 1.25rem; }
.wallet details > :not(summary) { margin-inline: 1.25rem; } .wallet :is(select, .pay) { width: calc(100% - 2.5rem); }
.wallet .pay { margin-top: 1rem; }
.message { max-width: 34rem; padding: 2rem 0; }
@media (min-width: 52rem) {
  .page { padding: 1.5rem 2.5rem 5rem; }
  .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1.1fr); gap: 4rem; align-items: start; }
  .summary { position: sticky; top: 2rem; }
  form { padding: 2.5rem; }
}
`;
