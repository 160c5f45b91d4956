import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { mostTrackingText, sendTracking } from '#domain/contracts/staff-exports.ts';
import { asStaff } from '../../kit/as-staff.ts';
import { staffQuery } from '../../kit/staff-query.ts';
import { readingOf, sentText } from './tracking-file.ts';
import { useCarrierChoice } from './use-carrier-choice.tsx';
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts';

/** Debounce of the check while typing, in ms. */
const CHECK_AFTER_MS = 400;

/** Lines of orders and tracking numbers: checked by the server while typed, then sent. */
export function useTrackingImport(onSent: (text: string) => void) {
  const [text, setText] = useState('');
  const [settled, setSettled] = useState('');
  const [withMistyped, setWithMistyped] = useState(false);
  const { carrier, fields, remember } = useCarrierChoice('Default carrier for lines without one');
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();

  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);

  function bodyOf(content: string) {
    return { event: keyOf(content), text: content, carrier, mistyped: withMistyped };
  }

  const send = useMutation({
    mutationFn: () => asStaff(sendTracking, bodyOf(text)),
    onSuccess: ({ lines }) => {
      remember();
      onSent(sentText(lines));
      void client.invalidateQueries();
    },
  });
  const outcomes = send.data?.lines;
  const isTooLong = text.length > mostTrackingText;
  const isBlank = text.trim() === '';

  const check = useQuery(
    staffQuery(
      ['tracking', settled, carrier],
      sendTracking,
      { ...bodyOf(settled), check: true },
      {
        enabled: settled.trim() !== '' && carrier !== '' && !isTooLong && outcomes === undefined,
        staleTime: Infinity,
        // Orders sent since, by anyone, change the result.
        gcTime: 0,
        refetchInterval: false,
      },
    ),
  );
  const isCurrent = settled === text && !isTooLong;
  const lines = isCurrent && !isBlank ? check.data?.lines : undefined;
  const reading = lines ? readingOf(lines, withMistyped) : null;

  function type(content: string): void {
    setText(content);
    setWithMistyped(false);
    send.reset();
  }

  return {
    text,
    type,
    /** Replaces the text and checks it without debounce. */
    load: (content: string) => {
      type(content);
      setSettled(content);
    },
    carrierFields: fields,
    isTooLong,
    isChecking: !isBlank && !isTooLong && !lines && !check.isError && carrier !== '',
    checkError: check.isError && isCurrent ? check.error : null,
    checkAgain: () => void check.refetch(),
    lines: outcomes ?? lines ?? [],
    reading,
    withMistyped,
    setWithMistyped,
    canSend: reading !== null && reading.problem === '' && reading.orders + reading.numbered > 0,
    send,
    outcomes,
  };
}

export type TrackingImport = ReturnType<typeof useTrackingImport>;
