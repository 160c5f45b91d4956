import postgres from 'postgres';

/** A product whose texts attempt injection. */
export interface HostileProduct {
  category: string;
  name: string;
  description: string;
  colour: string;
}

/** Maximum length of a product name. */
const longWord = 'Unübertreffbarkeitsanspruch'.repeat(12).slice(0, 117);

/** Markup that would create an element named evil-thing, or run a script, if inserted as HTML. */
const markup = `</script></title></textarea>--></style>]]><evil-thing onclick="ran()"><img src=x onerror='ran()'>`;

/** Products in the shop when it is built. */
export const hostileProducts: HostileProduct[] = [
  {
    category: `"Q" & 's' </title>]]><evil-thing onclick="ran()">`,
    name: `A ${markup} cap`,
    description: `${markup}\n\n\${7*7} {{7*7}}\n\n${'Four thousand characters of praise, \\"escaped\\" and not. '.repeat(80)}`,
    colour: `Red"><evil-thing onload=ran()>\\" \\u003c &lt;b&gt; %3Cb%3E`,
  },
  {
    category: longWord.slice(0, 60),
    name: `B ${longWord}`,
    description: longWord.repeat(40),
    colour: longWord.slice(0, 60),
  },
  {
    category: 'مجموعة Flipped 👒',
    name: 'C 👩‍👩‍👧 قبعة \u00a0 end',
    description: '',
    colour: 'أحمر 🟥',
  },
];

/** A product added after the build, in the first category. */
export const youngProduct: HostileProduct = {
  category: hostileProducts[0]?.category ?? '',
  name: `D ${markup}`,
  description: `${markup} ${longWord}`,
  colour: markup.slice(0, 60),
};

/** Inserts a product, and its category if it is new. @returns ids of product and category. */
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
        values ('hostile-' || md5(${category}), ${category}, 50) returning id::int`;
  const [made] = await sql<[{ id: number }]>`
    insert into products (slug, name, description, price_pence, category_id)
    values ('hostile-' || md5(${name}), ${name}, ${description}, 4100, ${home?.id ?? 0})
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

/** Connects to a shop's database while `use` runs. */
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
