import type { APIRoute } from 'astro';
import { company } from '#brand/company.ts';
import { colours } from '#brand/colours.ts';
import { brandTexts } from '#brand/texts.ts';

/** The web app manifest, for installing the shop on a phone: https://www.w3.org/TR/appmanifest/ */
export const GET: APIRoute = () =>
  Response.json(
    {
      id: '/',
      name: company.brand,
      short_name: company.brand,
      description: brandTexts.installed,
      lang: 'en-GB',
      dir: 'ltr',
      start_url: '/',
      scope: '/',
      display: 'minimal-ui',
      background_color: colours.bone,
      theme_color: colours.bone,
      icons: [
        { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
        {
          src: '/icons/icon-maskable-512.png',
          sizes: '512x512',
          type: 'image/png',
          purpose: 'maskable',
        },
      ],
    },
    { headers: { 'Content-Type': 'application/manifest+json' } },
  );
