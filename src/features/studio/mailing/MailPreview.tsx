import { useState } from 'react';
import { OneOf } from '../shop-frame/OneOf.tsx';
import { useScale } from '../shop-frame/use-scale.ts';

/** Screens to look at an e-mail on, in CSS pixels. */
const screens = {
  Phone: { width: 390, height: 780 },
  Desk: { width: 680, height: 900 },
} as const;
type Screen = keyof typeof screens;
const screenNames = Object.keys(screens) as Screen[];

const leastHeight = 480;

/** What stands above and below a frame, in pixels. */
const besideFrame = 140;

/**
 * The e-mail itself, in a frame without scripts and with a policy of its own. The next one loads out of sight and is
 * scrolled as far, so that nothing flickers or jumps while its text is typed.
 */
function MailFrame({ src, screen }: { src: string; screen: Screen }) {
  const { width, height: tallest } = screens[screen];
  // Beside the fields the whole frame stays in sight, and a longer e-mail is scrolled inside it; below them it is whole.
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
          // Only to be scrolled from here: nothing runs in it.
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
  /** The preview's address; '' while nothing is saved. */
  address: string;
  version: number;
  subject: string;
  preheader: string;
}

/** A mailing as it is saved, as lists of e-mails and the reader's screen show it. */
export function MailPreview({ address, version, subject, preheader }: Props) {
  const [screen, setScreen] = useState<Screen>('Phone');
  return (
    <section aria-label="Preview" className="pages-preview">
      <div className="shop-frame-choices">
        <OneOf legend="Screen" names={screenNames} chosen={screen} onChoose={setScreen} />
        {address !== '' && (
          <a className="studio-small mailing-tab" href={address} target="_blank" rel="noopener">
            Both in a tab
          </a>
        )}
      </div>
      <p className="mailing-line">
        <strong>{subject || 'Without a subject'}</strong>{' '}
        <span className="studio-dim">{preheader}</span>
      </p>
      {address === '' ? (
        <p className="studio-empty">The e-mail is shown here as it is written.</p>
      ) : (
        <MailFrame key={screen} src={`${address}&part=mail&version=${version}`} screen={screen} />
      )}
    </section>
  );
}
