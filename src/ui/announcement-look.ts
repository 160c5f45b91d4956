/**
 * Classes of an announcement, on pages and in the studio's preview. Uses only classes that other pages
 * have: each new one would add to every page's style sheet.
 */
export const announcementLook = {
  bar: 'shell bg-ink py-2 text-center text-xs font-medium text-bone',
  link: 'link inline-block py-1',
};
