/** States and provinces written before the postcode: code and name, by country. */
const REGIONS: Record<string, string> = {
  US: `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,PR Puerto Rico,GU Guam,VI Virgin Islands,AS American Samoa,MP Northern Mariana Islands,AA Armed Forces Americas,AE Armed Forces Europe,AP Armed Forces Pacific`,
  CA: `AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,QC Québec,SK Saskatchewan,YT Yukon`,
  AU: `NSW New South Wales,VIC Victoria,QLD Queensland,SA South Australia,WA Western Australia,TAS Tasmania,NT Northern Territory,ACT Australian Capital Territory`,
};

/** The code of a region by its code or name in lower case, by country. */
const codes = Object.fromEntries(
  Object.entries(REGIONS).map(([country, list]) => [
    country,
    new Map(
      list.split(',').flatMap((region) => {
        const gap = region.indexOf(' ');
        const code = region.slice(0, gap);
        return [code, region.slice(gap + 1)].map((text) => [text.toLowerCase(), code] as const);
      }),
    ),
  ]),
);

/** Pattern of a country's regions; undefined if none is written before the postcode. */
export function regionPattern(country: string): string | undefined {
  const known = codes[country];
  // Longest first: "West Virginia" is not "Virginia".
  return known && [...known.keys()].toSorted((a, b) => b.length - a.length).join('|');
}

/** The code of a country's region: "ny" and "New York" are NY. */
export function regionCode(country: string, text: string): string {
  return codes[country]?.get(text.toLowerCase()) ?? text;
}

const countyWords =
  'avon|bedfordshire|berkshire|cleveland|clwyd|cornwall|cumbria|devon|dorset|dyfed|east sussex|essex|fife|greater london|greater manchester|gwent|gwynedd|highland|humberside|isle of wight|kent|lincs|merseyside|mid glamorgan|middlesex|norfolk|northants|northumberland|powys|rutland|somerset|south glamorgan|suffolk|surrey|sussex|tyne (?:and|&) wear|west glamorgan|west midlands|west sussex';
const county = new RegExp(`^(?:${countyWords}|co(?:unty|\\.)? .+|.+shire)$`, 'i');

/** Whether the text is a county of the British Isles, often written between town and postcode. */
export function isCounty(text: string): boolean {
  return county.test(text);
}
