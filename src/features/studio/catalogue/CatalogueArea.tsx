/** Where marketers change the catalogue. */
export default function CatalogueArea() {
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Catalogue</h1>
      </div>
      <p>
        Spreadsheets are given to the command, as the guide for marketers describes:{' '}
        <code>npm run catalogue</code>
      </p>
    </>
  );
}
