import './without-eval.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { fetchStaffMe } from '#api/staff/me.ts';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { Loading } from '#ui/islands/Loading.tsx';
import { useRestored } from '#ui/islands/use-restored.ts';
import { areas, entranceOf, reaches } from './areas.ts';
import { asStaff, newQueryClient, reasonOf } from './as-staff.ts';
import { EndedLogin } from './EndedLogin.tsx';
import { FreshLoginProvider } from './FreshLogin.tsx';
import { GiveCodeForm } from './GiveCodeForm.tsx';
import { leaveStudio } from './leave-studio.ts';
import { Acts } from './may.ts';
import { OrderList } from './OrderList.tsx';
import { OrderPage } from './order/OrderPage.tsx';
import { PrintPapers } from './PrintPapers.tsx';
import { Problem } from './Problem.tsx';
import { SecurityPage } from './SecurityPage.tsx';
import { StudioHeader } from './StudioHeader.tsx';
import { useAhead } from './use-ahead.ts';
import { usePlace } from './use-place.ts';
import './mailing/mailing.css';
import './studio.css';
import './pages/pages.css';
import './shop-frame/shop-frame.css';
// A chunk that comes later may bring no styles.
import './catalogue/catalogue.css';
import './catalogue/product-order.css';

function Studio() {
  const named = usePlace();
  const restored = useRestored();
  const me = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => asStaff((customer) => fetchStaffMe(customer, signal)),
    enabled: restored,
  });
  const ahead = useAhead();

  const refused = me.error instanceof ApiError && [403, 404].includes(me.error.status);
  if (me.error instanceof ApiError && me.error.status === 404) {
    return (
      <main id="main" className="studio-main" tabIndex={-1}>
        <h1 className="heading">Not found</h1>
        <p>There is nothing here for this login.</p>
        <p>
          <a className="button-quiet" href="/">
            Home
          </a>
        </p>
      </main>
    );
  }
  if (reasonOf(me.error) === 'second_factor_missing') {
    return (
      <main id="main" className="studio-main" tabIndex={-1}>
        <div className="studio-factor">
          <h1 className="heading">Your second factor</h1>
          <p>The studio needs the code that your authenticator app shows.</p>
          <GiveCodeForm
            giving={(code) => ({ do: 'give', code })}
            beside={
              <button type="button" className="button-quiet" onClick={leaveStudio}>
                Log Out
              </button>
            }
          >
            Go on
          </GiveCodeForm>
          <p className="studio-soft">
            Your phone is lost or new? Whoever runs the shop can reset the app.
          </p>
        </div>
      </main>
    );
  }
  if (me.data === undefined || refused) {
    return (
      <main id="main" className="studio-main" tabIndex={-1}>
        <h1 className="sr-only">Studio</h1>
        {me.error ? (
          <Problem text={messageOf(me.error)} onRetry={() => void me.refetch()} />
        ) : (
          <Loading />
        )}
      </main>
    );
  }
  const place = entranceOf(me.data.acts, named);
  const here = reaches(me.data.acts, place);
  if (place.at === 'print' && here) {
    return (
      <main id="main" className="studio-main" tabIndex={-1}>
        <PrintPapers place={place} />
      </main>
    );
  }
  const area = areas.find(({ at }) => at === place.at);
  return (
    <Acts value={me.data.acts}>
      <a href="#main" className="skip-link button">
        Skip to content
      </a>
      <div className="studio-places" {...ahead}>
        <StudioHeader me={me.data} place={place} />
        <main id="main" className="studio-main" tabIndex={-1}>
          {!here && (
            <>
              <h1 className="heading">Not yours</h1>
              <p>Your login as {me.data.role} does not reach this part of the studio.</p>
            </>
          )}
          {here && area && 'page' in place && (
            <ErrorBoundary key={area.at}>
              <Suspense fallback={<Loading />}>
                <area.Content place={place} me={me.data} />
              </Suspense>
            </ErrorBoundary>
          )}
          {place.at === 'security' && <SecurityPage me={me.data} />}
          {here && place.at === 'list' && <OrderList key={place.list} place={place} />}
          {here && (place.at === 'order' || place.at === 'checkout') && <OrderPage place={place} />}
        </main>
      </div>
    </Acts>
  );
}

/** Where the shop's own people work. */
export default function StudioPage() {
  const [client] = useState(newQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        {/* Its links change what is shown in place: browsers need not fetch where they lead. */}
        <div className="studio" data-swaps="">
          <FreshLoginProvider>
            <Studio />
            <EndedLogin />
          </FreshLoginProvider>
        </div>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
