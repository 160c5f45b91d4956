import { useState } from 'react';
import { OneOf } from '../kit/shop-frame/OneOf.tsx';
import { useScale } from '../kit/shop-frame/use-scale.ts';

/** Preview screens, CSS px. */
const screens = {
  Phone: { width: 390, height: 780 },
  Desk: { width: 680, height: 900 },
} as const;
type Screen = keyof typeof screens;
const screenNames = Object.keys(screens) as Screen[];

const leastHeight = 480;

/** Vertical space around the iframe, px. */
const besideFrame = 140;

/**
 * The e-mail in an iframe without scripts and with its own CSP. The next version loads hidden and takes over the scroll
 * position, so that nothing flickers or jumps while typing.
 */
function MailFrame({ src, screen }: { src: string; screen: Screen }) {
  const { width, height: tallest } = screens[screen];
  // Beside the fields the iframe fits the window and scrolls; below them it shows the whole e-mail.
  const inSight = Math.min(tallest, Math.max(leastHeight, innerHeight - besideFrame));
  const [whole, setWhole] = useState(inSight);
  const height = matchMedia('(width >= 64rem)').matches ? inSight : Math.max(leastHeight, whole);
  const { box, scale } = useScale(width);
  const [loaded, setLoaded] = useState(src);

  function show(next: HTMLIFrameElement, address: string): void {
    const now = box.current?.querySelector('iframe');
    setWhole(next.contentDocument?.body.scrollHeight ?? inSight);
    next.contentWindow?.scrollTo(0, now?.contentWindow?.scrollY ?? 0);
    setLoaded(address);
  }

  return (
    <div ref={box} className="mailing-screen" style={{ height: height * scale, maxWidth: width }}>
      {[...new Set([loaded, src])].map((address) => (
        <iframe
          key={address}
          src={address}
          // Same origin only to read its height and scroll it; scripts stay off.
          sandbox="allow-same-origin"
          title={`The e-mail: ${screen}`}
          aria-hidden={address !== loaded}
          width={width}
          height={height}
          style={{ transform: `scale(${scale})` }}
          onLoad={({ currentTarget }) => show(currentTarget, address)}
        />
      ))}
    </div>
  );
}

interface Props {
  /** URL of the preview; `''` until the first save. */
  address: string;
  version: number;
  subject: string;
  preheader: string;
}

/** Preview of the saved mailing, in the inbox and opened. */
export function MailPreview({ address, version, subject, preheader }: Props) {
  const [screen, setScreen] = useState<Screen>('Phone');
  return (
    <section aria-label="Preview" className="pages-preview">
      <div className="shop-frame-choices">
        <OneOf legend="Screen" names={screenNames} chosen={screen} onChoose={setScreen} />
        {address !== '' && (
          <a className="studio-small mailing-tab" href={address} target="_blank" rel="noopener">
            Open in a tab
          </a>
        )}
      </div>
      <p className="mailing-line">
        <strong>{subject || 'No subject'}</strong> <span className="studio-dim">{preheader}</span>
      </p>
      {address === '' ? (
        <p className="studio-empty">The preview appears here once the draft is saved.</p>
      ) : (
        <MailFrame key={screen} src={`${address}&part=mail&version=${version}`} screen={screen} />
      )}
    </section>
  );
}
