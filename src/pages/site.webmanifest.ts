import type { APIRoute } from 'astro';
import { company } from '#company';

/** The web app manifest, for installing the shop on a phone: https://www.w3.org/TR/appmanifest/ */
export const GET: APIRoute = () =>
  Response.json(
    {
      id: '/',
      name: company.brand,
      short_name: company.brand,
      description: 'Hats, knitwear and eyewear for rule breakers.',
      lang: 'en-GB',
      dir: 'ltr',
      start_url: '/',
      scope: '/',
      display: 'minimal-ui',
      background_color: '#ece9e4',
      theme_color: '#ece9e4',
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
