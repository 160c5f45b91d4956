/** File name of a shopper's download of their own data. Apart from the company's facts to save bytes on the page. */
export const dataFile = 'minicia-data.json';
