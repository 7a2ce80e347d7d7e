import { TriangleAlert } from 'lucide-react'
import type { Unusual } from '#domain/console/unusual.ts'
import { t } from '../texts.ts'

/** Why a figure should be looked at twice, in words. */
export function unusualText({ kind, than }: Unusual): string {
  if (kind === 'far-above') return t('proposal.unusual_above', { times: than })
  if (kind === 'far-below') return t('proposal.unusual_below', { times: than })
  return t('proposal.unusual_usual', { percent: than })
}

/** The same under a field or a line of a proposal; a form that has one asks before it proposes. */
export const UnusualNote = ({ unusual }: { unusual: Unusual }) => (
  <p data-unusual role="status" className="mt-1.5 flex gap-1.5 text-12 text-gold">
    <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" />
    {unusualText(unusual)}
  </p>
)
