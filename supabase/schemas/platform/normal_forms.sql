-- Forms in which names, codes, searches and people are compared. src/domain/names has the same functions for browsers
-- and Netlify Functions; tests/database/normal-forms.test.ts compares the two on random texts. Plain ASCII, which most
-- texts are, is spared the slow regular expressions. In PL/pgSQL, which keeps its plans: nested functions in SQL are
-- planned again at each call, which took ten times as long.

create function public.name_key(p_name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return btrim(regexp_replace(regexp_replace(case
    when octet_length(p_name) = char_length(p_name) then
      regexp_replace(lower(replace(translate(p_name, '`', ''''), '"', '''''')),
        '[\u0001-\u0008\u000E-\u001F\u007F]', '', 'g')
    else
      replace(regexp_replace(translate(regexp_replace(regexp_replace(
        lower(normalize(
          regexp_replace(regexp_replace(p_name,
            '[`\u00B4\u02B9\u02BB-\u02BD\u02C8\u02CA\u02CB\u055A\u05F3\u2018-\u201B\u2032\u2035'
              '\uA78B\uA78C\uFF07\uFF40]',
            '''', 'g'),
            '["\u02BA\u05F4\u201C-\u201F\u2033\u2036\uFF02]', '''''', 'g'),
          nfkd) collate "pg_c_utf8"),
        '[\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F'
          '\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB'
          '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g'),
        '[\u02D7\u058A\u05BE\u2010-\u2015\u2043\u2053\u2212\u2E17\u2E1A\u2E3A\u2E3B\u301C\u3030]', '-', 'g'),
        E'\u2044\u2215ςı', '//σi'), 'i\u0307', 'i', 'g'), 'ß', 'ss')
    end,
    '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', ' ', 'g'),
    '-{2,}', '-', 'g'));
end
$$;
comment on function public.name_key is
  'Key for comparing names: spellings that look alike have the same. Ignores case, Unicode normalisation, invisible '
  'characters, and the kinds and numbers of blanks, dashes, quotation marks and apostrophes. nameKey in '
  'src/domain/names/name-key.ts.';

create function public.plain_letters(p_text text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when octet_length(p_text) = char_length(p_text) then lower(p_text) else
    replace(replace(replace(replace(translate(regexp_replace(
      lower(normalize(p_text, nfkd) collate "pg_c_utf8"),
      '[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20F0'
        '\uFE20-\uFE2F]',
      '', 'g'),
      'øłđðħıŋŧĸəƒɓɖɗɛɔɨʉƙƴƶς', 'olddhintkefbddeoiukyzσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;
end
$$;
comment on function public.plain_letters is
  'A text in small letters without accents, as people type it on another keyboard: aebelo for Æbelø. plainLetters in '
  'src/domain/names/plain-letters.ts.';

create function public.latin_digits(p_text text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return translate(p_text,
    E'\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669'
    '\u06F0\u06F1\u06F2\u06F3\u06F4\u06F5\u06F6\u06F7\u06F8\u06F9'
    '\u0966\u0967\u0968\u0969\u096A\u096B\u096C\u096D\u096E\u096F'
    '\u09E6\u09E7\u09E8\u09E9\u09EA\u09EB\u09EC\u09ED\u09EE\u09EF'
    '\u0E50\u0E51\u0E52\u0E53\u0E54\u0E55\u0E56\u0E57\u0E58\u0E59',
    '01234567890123456789012345678901234567890123456789');
end
$$;
comment on function public.latin_digits is
  'A text with Arabic, Persian, Devanagari, Bengali and Thai digits as 0 to 9; normalisation turns full-width ones. '
  'latinDigits in src/domain/latin-digits.ts also knows those that no keyboard of a telephone has.';

create function public.code_form(p_code text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return upper(translate(public.name_key(public.latin_digits(p_code)),
    'авеѕіјкмнорстухαβεζηικμνορτυχ', 'abesijkmhopctyxabezhikmnoptyx') collate "C");
end
$$;
comment on function public.code_form is
  'A code in capitals, with plain hyphens and digits, nothing invisible, and Latin letters for those of other '
  'keyboards that look the same. codeForm in src/domain/names/code-form.ts.';

create function public.code_key(p_code text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select left(upper(public.plain_letters(regexp_replace(public.code_form(p_code),
    '[\u0020-/:-@\[-`{-~\u0080-\u00BF\u2000-\u2BFF\u2E00-\u303F\U0001F000-\U0001FAFF]', '', 'g'))
    collate "C"), 40)
$$;
comment on function public.code_key is
  'A discount code as it is compared: its code_form without accents and without what people type between or around: '
  'blanks, punctuation, emoji. Other letters stay: a code must not become another by losing one.';

create function public.mail_person(p_email text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when host = 'gmail.com' then replace(name, '.', '') else name end || '@' || host
  from (
    select regexp_replace(substring(mail from '^[^@]*'), '(.)\+.*$', '\1') as name,
           case substring(mail from '[^@]*$')
             when 'googlemail.com' then 'gmail.com'
             when 'me.com' then 'icloud.com' when 'mac.com' then 'icloud.com'
             when 'protonmail.com' then 'proton.me' when 'pm.me' then 'proton.me'
             else substring(mail from '[^@]*$') end as host
    from (select lower(btrim(p_email)) as mail) m) a
$$;
comment on function public.mail_person is
  'One person''s e-mail addresses as one: without capitals and what follows a plus sign (RFC 5233); at Gmail without '
  'dots; with one domain of providers that deliver several to the same mailbox. For limits of one '
  'person; to find an account or send mail, addresses are compared in small letters.';

create function public.search_form(p_text text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return replace(case
    when octet_length(p_text) = char_length(p_text) then public.name_key(p_text)
    else regexp_replace(public.plain_letters(public.name_key(public.latin_digits(p_text))),
      '[\u0080-\u00BF\u00D7\u00F7\u2010-\u27BF\u2900-\u2BFF\u2E00-\u2E7F\u3001-\u3004\u3008-\u3020\u3030]', ' ', 'g')
    end, '''', '');
end
$$;
comment on function public.search_form is
  'Search form of a text, for both query and index: one line, small letters without accents and apostrophes, digits '
  '0 to 9, ASCII punctuation only, so that Zoe finds Zoë and OBrien O’Brien.';

create function public.without_punctuation(p_text text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return translate(p_text, '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 31));
end
$$;
comment on function public.without_punctuation is
  'A text in its search_form with blanks for punctuation. searchForm in src/domain/names/search-form.ts.';

create function public.order_number(p_text text) returns bigint
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return replace(substring(public.without_punctuation(public.search_form(p_text))
    from '^(?:order|number|num|nr|no| )*([1-9](?: *[0-9]){0,14}) *$'), ' ', '')::bigint;
end
$$;
comment on function public.order_number is
  'The order number in a text as people copy, type or read it out; null for any other text. orderNumber in '
  'src/domain/names/order-number.ts.';

create function public.has_words(p_text text, p_search text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select p_search = '' or not exists (
    select from public.search_form(p_text) form, string_to_table(public.search_form(p_search), ' ') word
    where position(btrim(word, '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~') in form) = 0)
$$;
comment on function public.has_words is 'Whether a text contains each word of a search, or all if there is none.';

create function public.search_words(p_text text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_form text := public.search_form(p_text);
begin
  return (
    select array_agg(distinct left(word, 200))
    from (
      select btrim(string_to_table(v_form, ' '), '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~') as word
      union all
      select string_to_table(public.without_punctuation(v_form), ' ')) words
    where word <> '');
end
$$;
comment on function public.search_words is
  'Words of a text in search form: each run between blanks, and its parts between punctuation. A text search parser '
  'would prevent searches by the beginning of an e-mail address. Null without words.';

create function public.phone_words(p_phone text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_digits text :=
    ltrim(replace(public.without_punctuation(replace(public.search_form(p_phone), '(0)', '')), ' ', ''), '0');
begin
  return (
    select array_agg(distinct word)
    from (
      select ltrim(substr(v_digits, cut), '0') as word from generate_series(1, 4) cut
      where v_digits ~ '^[0-9]{7,20}$') words
    where length(word) >= 6);
end
$$;
comment on function public.phone_words is
  'A telephone number as people dial it, without zeros in front: whole, and without a country code of one to three '
  'digits, whichever it is. Null for any other text.';

create function public.search_term(p_word text, p_whole boolean) returns text
language sql immutable set search_path = ''
as $$
  select '''' || replace(replace(left(p_word, 200), '\', '\\'), '''', '''''') || ''''
         || case when p_whole then '' else ':*' end
$$;
comment on function public.search_term is 'The tsquery term for a word or a prefix, whatever characters it has.';

create function public.search_query(p_text text) returns tsquery
language plpgsql immutable set search_path = ''
as $$
declare
  -- In +44 (0)20 the zero is not dialled.
  v_form text := replace(public.search_form(p_text), '(0)', ' ');
  v_joined text := replace(public.without_punctuation(v_form), ' ', '');
  -- A number is not a prefix: half of all postcodes have a part that begins with 1.
  v_number boolean := public.without_punctuation(v_form) ~ '^ *[0-9]+ *$';
  v_word text;
  v_whole text;
  v_parts text;
  v_all text := '';
begin
  for v_word in
    select token from string_to_table(v_form, ' ') with ordinality as given (token, place)
    where public.search_words(token) is not null order by place limit 10
  loop
    v_whole := public.search_term(btrim(v_word, '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~'), v_number);
    select string_agg(public.search_term(part, v_number), ' & ') into v_parts
    from string_to_table(public.without_punctuation(v_word), ' ') part where part <> '';
    v_all := v_all || case when v_all <> '' then ' & ' else '' end
      || case when v_parts = v_whole then v_whole else '(' || v_whole || ' | (' || v_parts || '))' end;
  end loop;
  if v_all = '' then
    return null;
  end if;
  -- A postcode, tracking number or code, with or without blanks.
  if v_all <> public.search_term(v_joined, v_number) then
    v_all := v_all || ' | ' || public.search_term(v_joined, v_number);
  end if;
  -- A telephone number, with or without its country: phone_words.
  if v_joined ~ '^[0-9]{7,20}$' then
    v_all := v_all || ' | ' || public.search_term(ltrim(v_joined, '0'), true);
  end if;
  return v_all::tsquery;
end
$$;
comment on function public.search_query is
  'Query for the rows that have a word beginning with each word of a text, or with all of it written together; for a '
  'number alone, that number. Uses at most ten words. Null without words.';
