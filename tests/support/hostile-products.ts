import postgres from 'postgres';

/** A product whose texts try to be something else. */
export interface HostileProduct {
  category: string;
  name: string;
  description: string;
  colour: string;
}

const longWord = 'Unübertreffbarkeitsanspruch'.repeat(12);

/** What would make an element named evil-thing, or run a script, wherever it is taken for HTML. */
const markup = `</script></title></textarea>--></style>]]><evil-thing onclick="ran()"><img src=x onerror='ran()'><script>ran()</script>`;

/** Known to the shop when it is built. */
export const hostileProducts: HostileProduct[] = [
  {
    category: `Hats "quoted" & 'single' ${markup}`,
    name: `A ${markup} cap`,
    description: `${markup}\n\n${'Five thousand characters of praise, \\"escaped\\" and not. '.repeat(100)}`,
    colour: `Red"><evil-thing onload=ran()>\\" \\u003c &lt;b&gt; &amp; \${7*7} {{7*7}} %3Cevil-thing%3E`,
  },
  {
    category: longWord,
    name: `B ${longWord}`,
    description: longWord.repeat(15),
    colour: longWord,
  },
  {
    category: 'مجموعة \u202eFlipped\u202c 👒',
    name: 'C \u202eedisni\u202c \u2066isolated\u2069 👩‍👩‍👧 قبعة line\u2028and\u2029paragraph \ufeffend',
    description: '',
    colour: 'أحمر 🟥\u200f\u200e',
  },
];

/** Joins the shop after it was built, in its first category. */
export const youngProduct: HostileProduct = {
  category: hostileProducts[0]?.category ?? '',
  name: `D ${markup} ${longWord}`,
  description: `${markup} ${longWord}`,
  colour: `${markup} ${longWord}`,
};

/** Puts a product, and its category where it is new, into a shop. @returns their ids. */
export async function stockProduct(
  sql: postgres.Sql,
  { category, name, description, colour }: HostileProduct,
): Promise<{ product: number; category: number }> {
  const [known] = await sql<{ id: number }[]>`
    select id::int from categories where name = ${category}`;
  const [home] = known
    ? [known]
    : await sql<{ id: number }[]>`
        insert into categories (slug, name, position)
        values ('hostile-' || gen_random_uuid(), ${category}, 50) returning id::int`;
  const [made] = await sql<[{ id: number }]>`
    insert into products (slug, name, description, price_pence, category_id)
    values ('hostile-' || gen_random_uuid(), ${name}, ${description}, 4100, ${home?.id ?? 0})
    returning id::int`;
  await sql`
    with variant as (
      insert into color_variants (product_id, color_name, quantity)
      values (${made.id}, ${colour}, 3) returning id
    )
    insert into variant_images (variant_id, path)
    select id, '/catalogue/headline-trucker/signal-red-1.jpg' from variant`;
  return { product: made.id, category: home?.id ?? 0 };
}

/** Connects to a shop's database for as long as `use` takes. */
export async function withDatabase<Result>(
  url: string,
  use: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await use(sql);
  } finally {
    await sql.end();
  }
}
