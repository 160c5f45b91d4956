import '../kit/without-eval.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import type { StaffMe } from '#domain/contracts/staff-me.ts';
import { giveSecondFactor } from '#domain/contracts/staff-second-factor.ts';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { Loading } from '#ui/islands/Loading.tsx';
import { useRestored } from '#ui/islands/use-restored.ts';
import { Button } from '../kit/Button.tsx';
import { areas, entranceOf, reaches } from './areas.ts';
import { asStaff, queryClient, reasonOf } from '../kit/as-staff.ts';
import { EndedLogin } from './EndedLogin.tsx';
import { FreshLoginProvider } from './FreshLogin.tsx';
import { GiveCodeForm } from './GiveCodeForm.tsx';
import { leaveStudio } from './leave-studio.ts';
import { Acts } from '../kit/may.ts';
import { OrderList } from '../orders/list/OrderList.tsx';
import { OrderPage } from '../orders/order/OrderPage.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { addressOf, type Place } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { meQuery } from '../kit/me-query.ts';
import { ShopHealth } from './ShopHealth.tsx';
import { StudioHeader } from './StudioHeader.tsx';
import { useAhead } from '../orders/list/use-ahead.ts';
import { usePageHeading } from './use-page-heading.ts';
import { usePlace } from '../kit/use-place.ts';
import '../mailing/mailing.css';
import './studio.css';
import '../content/pages/pages.css';
import '../kit/shop-frame/shop-frame.css';
// Lazy chunks may bring no style sheets.
import '../catalogue/catalogue.css';
import '../products/product-form.css';
import '../catalogue/product-order.css';
import '../categories/categories.css';
import '../stock/stock.css';
import '../figures/figures.css';
import '../discounts/discounts.css';
import '../customers/customers.css';
import '../settings/settings.css';
import '../reviews/reviews.css';

// Opened rarely: by a mailed link, or for a new phone.
const InvitationPage = lazyPart(() => import('./InvitationPage.tsx'));
const SecurityPage = lazyPart(() => import('./SecurityPage.tsx'));
// Codes are drawn by a library that only papers need.
const PrintPapers = lazyPart(() => import('../orders/print/PrintPapers.tsx'));

/** @param address The page shown. */
function Main({ address = '', children }: { address?: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  usePageHeading(main, address);
  return (
    <main ref={main} id="main" className="studio-main" tabIndex={-1}>
      {children}
    </main>
  );
}

function NotStaff() {
  return (
    <Main>
      <h1 className="heading">Not found</h1>
      <p>There is nothing here for this login.</p>
      <p>
        <a className="button-quiet" href="/">
          Home
        </a>
      </p>
    </Main>
  );
}

function SecondFactor() {
  return (
    <Main>
      <div className="studio-factor">
        <h1 className="heading">Your second factor</h1>
        <p>The studio needs a code from your authenticator app.</p>
        <GiveCodeForm
          give={(code) => asStaff(giveSecondFactor, { code })}
          beside={<Button onClick={leaveStudio}>Log Out</Button>}
        >
          Continue
        </GiveCodeForm>
        <p className="studio-soft">Is your phone lost or new? A manager can remove the app.</p>
      </div>
    </Main>
  );
}

/** The page at a place, if the role may see it. */
function Content({ place, me }: { place: Place; me: StaffMe }) {
  if (!reaches(me.acts, place)) {
    return (
      <>
        <h1 className="heading">No access</h1>
        <p>Your role, {me.role}, has no access to this part of the studio.</p>
      </>
    );
  }
  const area = areas.find(({ at }) => at === place.at);
  if (area && 'page' in place) {
    return (
      <ErrorBoundary key={area.at}>
        <Suspense fallback={<Loading />}>
          <area.Content place={place} me={me} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  if (place.at === 'security') {
    return (
      <Suspense fallback={<Loading />}>
        <SecurityPage me={me} />
      </Suspense>
    );
  }
  if (place.at === 'list') return <OrderList key={place.list} place={place} />;
  return place.at === 'order' || place.at === 'checkout' ? <OrderPage place={place} /> : null;
}

function listenToHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** The token of an invitation's link. It is in the fragment, which is never sent to a server. */
function useInvitation(): string | null {
  const hash = useSyncExternalStore(
    listenToHash,
    () => location.hash,
    () => '',
  );
  const restored = useRestored();
  return restored ? new URLSearchParams(hash.slice(1)).get('invitation') : null;
}

function Studio() {
  const named = usePlace();
  const restored = useRestored();
  const me = useQuery({ ...meQuery, enabled: restored });
  const ahead = useAhead();
  const status = me.error instanceof ApiError ? me.error.status : null;
  if (status === 404) return <NotStaff />;
  if (reasonOf(me.error) === 'second_factor_missing') return <SecondFactor />;
  if (me.data === undefined || status === 403) {
    return (
      <Main>
        <h1 className="sr-only">Studio</h1>
        <Awaited query={me} />
      </Main>
    );
  }
  const place = entranceOf(me.data.acts, named);
  if (place.at === 'print' && reaches(me.data.acts, place)) {
    return (
      <Main address={addressOf(place)}>
        <Suspense fallback={<Loading />}>
          <PrintPapers place={place} />
        </Suspense>
      </Main>
    );
  }
  return (
    <Acts value={me.data.acts}>
      <a href="#main" className="skip-link button">
        Skip to content
      </a>
      <div className="studio-places" {...ahead}>
        <StudioHeader me={me.data} place={place} />
        <Main address={addressOf(place)}>
          <ShopHealth address={addressOf(place)}>
            <Content place={place} me={me.data} />
          </ShopHealth>
        </Main>
      </div>
    </Acts>
  );
}

/** The studio: the shop's back office. */
export default function StudioPage() {
  const invitation = useInvitation();
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        {/* Links here swap the content in place, so browsers need not prefetch them. */}
        <div className="studio" data-swaps="">
          {invitation === null ? (
            <FreshLoginProvider>
              <Studio />
              <EndedLogin />
            </FreshLoginProvider>
          ) : (
            <Main>
              <Suspense fallback={<Loading />}>
                <InvitationPage token={invitation} />
              </Suspense>
            </Main>
          )}
        </div>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
