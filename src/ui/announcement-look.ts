/**
 * The classes of an announcement, on pages and in the studio's preview. Only such as other pages have
 * anyway: each new one is in every page's style sheet.
 */
export const announcementLook = {
  bar: 'shell bg-ink py-2 text-center text-sm font-medium text-bone',
  link: 'link inline-block py-1',
};
