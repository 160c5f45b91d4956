import '../kit/without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { answerComplaint, type Complaint, getComplaints } from '#domain/contracts/complaints.ts';
import { Button } from '../kit/Button.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { staffQuery } from '../kit/staff-query.ts';
import { dayAt, dayText, momentText } from '../kit/day-text.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { Failure } from '../kit/Failure.tsx';

const complaintsQuery = staffQuery(['complaints'], getComplaints, {});

function AnswerForm({ complaint }: { complaint: Complaint }) {
  const [outcome, setOutcome] = useState('');
  const form = useContractForm(answerComplaint, {
    asked: { complaint: complaint.id, outcome },
    changes: ['complaints'],
    done: () => '',
  });
  return (
    <form {...form.element} className="studio-complaint-form">
      <TextField
        label="Outcome"
        {...form.at('outcome')}
        rows={3}
        required
        value={outcome}
        onChange={setOutcome}
      />
      <div className="studio-actions">
        <a
          className="button-quiet"
          href={`mailto:${complaint.email}?subject=Your%20complaint%20about%20personal%20data`}
        >
          Write to {complaint.name}
        </a>
        <Button type="submit" look="main" busy={form.busy}>
          Mark as answered
        </Button>
      </div>
      <Failure of={form.problem} />
    </form>
  );
}

function OneComplaint({ complaint }: { complaint: Complaint }) {
  const { name, email, words, received_at, due_by, answered_at, answered_by, outcome } = complaint;
  const [today] = useState(() => dayAt(serverNow()));
  const late = answered_at === null && due_by < today;
  return (
    <li>
      <h2>
        {name}, {email}
      </h2>
      <p className="studio-soft">Received {momentText(received_at)}</p>
      <p className="studio-words">{words}</p>
      {answered_at === null ? (
        <>
          <p className={late ? 'message-error' : undefined}>
            <strong>{late ? 'Was due by' : 'Answer by'}:</strong> {dayText(due_by)}
          </p>
          <AnswerForm complaint={complaint} />
        </>
      ) : (
        <>
          <p className="studio-soft">
            Answered {momentText(answered_at)} by {answered_by}
          </p>
          <p className="studio-words">{outcome}</p>
        </>
      )}
    </li>
  );
}

/** Complaints about personal data, each with its deadline. */
export default function ComplaintsArea() {
  const found = useQuery(complaintsQuery);
  const { data } = found;
  if (!data) return <Awaited query={found} />;
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Complaints about personal data</h1>
      </div>
      <p className="studio-soft">
        Each was acknowledged by e-mail when it arrived. Answer by e-mail, then note the outcome.
      </p>
      {data.complaints.length === 0 ? (
        <p className="studio-empty">No complaints.</p>
      ) : (
        <ul className="mailing-list">
          {data.complaints.map((complaint) => (
            <OneComplaint key={complaint.id} complaint={complaint} />
          ))}
        </ul>
      )}
    </>
  );
}
