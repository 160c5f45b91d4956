/**
 * Generic environmental claims, which are banned in the European Union since 27 September 2026 unless recognised excellent
 * environmental performance proves them: Directive (EU) 2024/825 (EmpCo), annex, points 2 and 4c, and the examples of its
 * recitals 9 to 12. Bare “green”, “natural”, “conscious” and “responsible” mean too much else in a fashion shop: they count
 * only with a noun that makes them a claim.
 */
const claim = new RegExp(
  String.raw`\b(?:${[
    'sustainab(?:le|ly|ility)',
    'eco[- ]?(?:friendly|conscious|logical(?:ly)?)',
    '(?:climate|carbon|earth|planet|nature)[- ]friendly',
    'environmentally (?:friendly|conscious|correct|responsible|sound|safe)',
    "nature[’']s friend",
    '(?:kind|kinder|gentle|good|better) (?:to|on|for) (?:the|our) (?:environment|planet|earth|climate)',
    '(?:climate|carbon|co2|co₂)[- ](?:neutral(?:ity)?|positive|negative|compensated|free)',
    'net[- ]zero',
    'energy[- ]efficient',
    'bio-?degradable',
    'bio-?based',
    'go(?:ing)? green',
    'green(?:er)? (?:choices?|collections?|fashion|products?|production|packaging|brand|living)',
    'conscious (?:choices?|collections?|clothing|fashion|line|brand)',
    'responsibl[ey] (?:made|sourced|produced|sourcing|production|fashion|collections?|choices?)',
  ].join('|')})(?![\w-])`,
  'gi',
);

/** The claims in a text, each once, as written first. */
export function environmentalClaims(text: string): string[] {
  const found = new Map(
    // Markdown's marks do not part words.
    Array.from(text.replaceAll(/[*_]/g, '').matchAll(claim), ([words]) => [
      words.toLowerCase(),
      words,
    ]),
  );
  return [...found.values()];
}

/** The instruction for a text with claims; undefined without any. */
export function claimsText(text: string): string | undefined {
  const claims = environmentalClaims(text);
  if (claims.length === 0) return undefined;
  const quoted = claims.map((words) => `“${words}”`).join(', ');
  return `${quoted}: the EU bans such words without proof. Say exactly what is better, or give the certificate.`;
}

/** Environmental claims in a product's text; a product that names its proof may make them. */
export function unprovenClaims(text: string, proof: string | null): string | undefined {
  return proof === null ? claimsText(text) : undefined;
}
