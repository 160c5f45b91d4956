import { useMemo } from 'react';
import { renderSVG } from 'uqr';

/** Light modules around a code, which scanners need: ISO/IEC 18004. */
const QUIET = 4;

/** A text as a QR code, in the size of its surroundings. */
export function QrCode({ text, alt }: { text: string; alt: string }) {
  const address = useMemo(() => {
    const picture = renderSVG(text, { ecc: 'M', border: QUIET });
    return `data:image/svg+xml,${encodeURIComponent(picture)}`;
  }, [text]);
  return <img className="studio-qr" src={address} alt={alt} />;
}
