import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, type FormEvent, useRef, useState } from 'react';
import type * as z from 'zod';
import { ApiError } from '#api/http/api-error.ts';
import type { StaffCall } from '#domain/contracts/staff-call.ts';
import { asStaff, needsFreshLogin, reasonOf } from '../as-staff.ts';
import { problemText } from '../problem-text.ts';
import { useFreshLogin } from '../use-fresh-login.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { focusInvalid } from './use-checked-form.ts';

/** An act that the server refused in its answer; the message is shown to staff. */
export class Refusal extends Error {}

/** Fields of an input, valid or not, for each variant of a union. */
type Typed<Input, Key> = Input extends unknown
  ? { [Field in Exclude<keyof Input, Key>]: unknown }
  : never;

export interface ContractSettings<
  Input extends z.ZodType,
  Answer extends z.ZodType,
  Key extends string,
> {
  /** The input as typed, without its idempotency key. The contract's schema validates it. */
  asked: Typed<z.input<Input>, Key>;
  /** Field of the idempotency key; calls that have none ignore it. */
  key?: Key;
  /**
   * Whether changed input is still the same act, which a repeat after a lost response must not do twice. Otherwise each
   * input has a key of its own.
   */
  isOneAct?: boolean;
  /** Error beyond the contract; `''` if there is none. */
  blocked?: string;
  /** Fields by the reasons of refusals about them. */
  refusals?: Readonly<Record<string, string>>;
  textOf?: (error: unknown) => string;
  /** First keys of the queries that it changes. The dialog waits for the first of them. */
  changes?: readonly string[];
  /** Handles the answer to an input. @returns the news. @throws Refusal */
  done: (answer: z.output<Answer>, body: z.input<Input>) => string;
}

function accepts<Input extends z.ZodType>(schema: Input, body: unknown): body is z.input<Input> {
  return schema.safeParse(body).success;
}

/**
 * A form that makes a call of the studio. Errors appear at their fields when typed input is left and from the first
 * submission on; a refusal appears at the field that the server names.
 */
export function useContractForm<
  Input extends z.ZodType,
  Answer extends z.ZodType,
  Key extends string = 'event',
>(call: StaffCall<Input, Answer>, settings: ContractSettings<Input, Answer, Key>) {
  const { asked, key = 'event', isOneAct = false, blocked = '', refusals = {} } = settings;
  const { textOf = problemText, changes = [], done } = settings;
  const client = useQueryClient();
  const withFreshLogin = useFreshLogin();
  const keyOf = useIdempotencyKey();
  const [sample] = useState(() => crypto.randomUUID());
  const [acts, setActs] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [hasTried, setTried] = useState(false);
  /** Null: the form was blocked. */
  const [problem, setProblem] = useState<string | null>('');
  const ref = useRef<HTMLFormElement>(null);
  const isRunning = useRef(false);
  const atFields = new Set<string>();

  const refresh = async () => {
    const [first, ...rest] = changes.map((name) => client.invalidateQueries({ queryKey: [name] }));
    void Promise.all(rest);
    await first;
  };
  const sending = useMutation({
    mutationFn: async (body: z.input<Input>) =>
      done(await withFreshLogin(() => asStaff(call, body)), body),
    onSuccess: async () => {
      setActs(acts + 1);
      await refresh();
    },
    // Not awaited: a press while lists are refreshed would be taken for a repeat of the refused one.
    onError: (error) => {
      setProblem([...atFields].some((name) => refusalAt(name, error)) ? '' : failureText(error));
      focusInvalid(ref);
      if (error instanceof Refusal || (error instanceof ApiError && error.status === 409))
        void refresh();
    },
  });
  const faults = new Map(
    call.asked
      .safeParse({ ...asked, [key]: sample })
      .error?.issues.map(({ path, message }) => [path.join('.'), message] as const)
      .toReversed(),
  );

  function refusalAt(name: string, error: unknown): string | undefined {
    if (refusals[reasonOf(error)] === name) return textOf(error);
    return error instanceof ApiError ? error.fields[name]?.join(' ') : undefined;
  }
  function failureText(failure: unknown): string {
    if (failure instanceof Refusal) return failure.message;
    return needsFreshLogin(failure) ? 'Nothing was done.' : textOf(failure);
  }

  /** @returns the news, or the error of the call; null if it was not made. */
  async function submit(): Promise<{ isDone: boolean; text: string } | null> {
    setTried(true);
    const other = [...faults].find(([name]) => !atFields.has(name));
    setProblem(blocked ? null : (other?.[1] ?? ''));
    const body: unknown = { ...asked, [key]: keyOf([acts, isOneAct ? '' : asked]) };
    if (blocked !== '' || !accepts(call.asked, body)) {
      focusInvalid(ref);
      return null;
    }
    if (isRunning.current) return null;
    isRunning.current = true;
    try {
      return { isDone: true, text: await sending.mutateAsync(body) };
    } catch (failure) {
      return { isDone: false, text: failureText(failure) };
    } finally {
      isRunning.current = false;
    }
  }

  return {
    busy: sending.isPending,
    submit,
    /** The last news; `''` if there is none. */
    news: sending.data ?? '',
    /** Name and error of a field, by its path in the input. */
    at(name: string) {
      atFields.add(name);
      const fault = hasTried || left.has(name) ? faults.get(name) : undefined;
      return { name, fault: fault ?? refusalAt(name, sending.error) };
    },
    /** Error of the form as a whole, as of the last submission, or what still blocks it; `''` if there is none. */
    problem: problem ?? blocked,
    /** Props of the form element. */
    element: {
      ref,
      onSubmit(event: FormEvent) {
        event.preventDefault();
        void submit();
      },
      onBlur({ target, relatedTarget }: FocusEvent<HTMLFormElement>) {
        // An error that appears under a press would move the button away from it.
        if (relatedTarget instanceof HTMLButtonElement || !target.name || !target.value) return;
        setLeft(new Set([...left, target.name]));
      },
    },
  };
}

export type ContractForm = ReturnType<typeof useContractForm>;
