import { useSearchParams } from 'react-router'
import type { CopiedPositionView, RelationView } from '#domain/copy/contract.ts'
import { labelOf } from '#domain/market/instruments.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { resultOf } from '#web/features/contract/position-result.ts'
import { directionText, endText, sideOf } from '#web/features/contract/position-words.ts'
import { amount, grouped } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RecordRow } from '#web/ui/record-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CopiedPositionSheet } from './copied-position-sheet.tsx'
import { Profit } from './profit.tsx'
import { useCopiedPositions } from './use-relations.ts'

/** The positions of a relation that are open, or those that closed; `?position=` opens one. */
export function CopiedPositions({ relation, isOpen }: { relation: RelationView; isOpen: boolean }) {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const list = useCopiedPositions(relation.id, isOpen)
  const opened = list.items?.find(({ id }) => id === search.get('position'))
  const show = (id: string | undefined) => {
    const next = new URLSearchParams(search)
    if (id === undefined) next.delete('position')
    else next.set('position', id)
    setSearch(next, { replace: true })
  }
  return (
    <>
      <PagedList
        list={list}
        skeleton={<SkeletonRows count={2} height={60} />}
        empty={<EmptyState isSmall title={t(isOpen ? 'copy_pages.no_open' : 'copy_pages.no_closed')} />}
        more={t('common.more')}
      >
        {(positions) => (
          <ul>
            {positions.map((position) => (
              <li key={position.id}>
                <PositionRow position={position} onOpen={() => show(position.id)} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {opened && <CopiedPositionSheet position={opened} onClose={() => show(undefined)} />}
    </>
  )
}

function PositionRow({ position, onOpen }: { position: CopiedPositionView; onOpen(): void }) {
  const { t } = useTexts()
  const { status, lots, openLots, entryPrice, closePrice, markPrice, marginCurrency, reason } = position
  const isOpen = status === 'open'
  const prices = [entryPrice, isOpen ? markPrice : closePrice].flatMap((price) =>
    price ? [grouped(price)] : [],
  )
  return (
    <RecordRow onOpen={onOpen}>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="text-15 font-semibold whitespace-nowrap">{labelOf(position.symbol)}</span>
          <Tag kind={sideOf(position.direction)}>{directionText(position, t)}</Tag>
          {isOpen && !position.isFollowing && <Tag>{t('copy_pages.taken_out')}</Tag>}
        </span>
        <span className="figures block text-12 text-t3">
          {[
            t('contract_pages.lots_of', { lots: amount(isOpen ? openLots : lots, 0) }),
            prices.join('\u00a0→\u00a0'),
          ].join(' · ')}
        </span>
      </span>
      <span className="figures shrink-0 text-right text-12 text-t2">
        <span className="block text-15 font-semibold">
          <Profit value={isOpen ? position.unrealizedPnl : resultOf(position)} currency={marginCurrency} />
        </span>
        {reason !== null && <span className="block">{endText(reason, t)}</span>}
        <span className="block text-t3">{dateTime(position.updatedAtMs).slice(5, 16)}</span>
      </span>
    </RecordRow>
  )
}
