import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, createContext, use } from 'react';
import type {
  Release,
  ReleaseChanges,
  ReleasePreview,
  ReleaseReport,
  ReleaseRow,
} from '#domain/contracts/staff-releases.ts';
import type { AreaPlace } from '../kit/place.ts';

/** A likely mistake to confirm before publishing. */
export interface Warning {
  key: string;
  text: string;
}

/** A link to the form of something that a draft changes. */
export interface EditLink {
  text: string;
  place: AreaPlace;
}

export interface ChangesProps {
  report: ReleaseReport;
  changes: ReleaseChanges;
  /** Publication time for previews, in ms since 1970; null for past releases, which show their cells only. */
  published: number | null;
}

/** A kind of change that releases publish. Its area registers it, so that releases need not know the area. */
export interface ReleaseKind {
  /** Short contents for lists of releases: “3 products”. */
  contents: (row: Pick<ReleaseRow, 'products' | 'others'>) => string[];
  /** Whether a release changes anything of this kind. */
  isIn: (report: ReleaseReport) => boolean;
  /** Links to the forms of everything of this kind in a draft. */
  links: (draft: Release, client: QueryClient) => EditLink[] | Promise<EditLink[]>;
  /** Shows the changes. Rendered for each release, also for those without any of this kind. */
  Changes: ComponentType<ChangesProps>;
  /** Likely mistakes, to confirm one by one before publishing. */
  warnings?: (preview: Pick<ReleasePreview, 'report'>, changes: ReleaseChanges) => Warning[];
  /** Problems that prevent publishing and undoing, because they would fail the production build. */
  blockers?: (preview: Pick<ReleasePreview, 'report'>) => string[];
}

/** The kinds, in the order in which a release shows them. */
export const ReleaseKinds = createContext<readonly ReleaseKind[]>([]);

export const useReleaseKinds = () => use(ReleaseKinds);
