import { Link } from 'react-router'
import { consoleProposals, type ProposalLine } from '#domain/console/contract.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { t } from '../texts.ts'
import { Two } from '../ui/table.tsx'

const REFRESH_MS = 5_000

/** What was proposed about a subject and how it was decided, newest first; nothing where nothing was. */
export function ProposalHistory({ subject }: { subject: string }) {
  const { data } = useApiQuery(consoleProposals, { search: subject }, { refetchMs: REFRESH_MS })
  if (!data || data.items.length === 0) return null
  return (
    <>
      <h2 className="mt-5 mb-1 text-13 text-t2">{t('proposal.history')}</h2>
      <ul className="divide-y divide-line text-15">
        {data.items.map((line) => (
          <li key={line.id}>
            <Link to={`/review?at=proposal-${line.id}`} className="block py-2.5 hover:bg-s1">
              <Two
                first={`${line.reference}, ${t(`proposal.status_${line.status}`)}`}
                second={whoText(line)}
              />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Who proposed it and why, and who decided. */
const whoText = ({ maker, reason, madeAtMs, checker, decidedAtMs }: ProposalLine): string => {
  const made = t('proposal.history_made', { maker, at: utcMinute(madeAtMs), reason })
  return checker === null || decidedAtMs === null
    ? made
    : `${made} ${t('proposal.history_decided', { checker, at: utcMinute(decidedAtMs) })}`
}
