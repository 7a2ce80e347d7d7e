import { useState } from 'react'
import { Link } from 'react-router'
import type { RelationView } from '#domain/copy/contract.ts'
import { relationCan } from '#domain/copy/rules.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { StaleBanner } from '#web/app/stale-banner.tsx'
import { Offered, useOffered } from '#web/features/eligibility/offered.tsx'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { amount } from '#web/format/number.ts'
import { dateInWords } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CopiedPositions } from './copied-positions.tsx'
import { Figure, Figures } from './figures.tsx'
import { OutcomeList } from './outcome-list.tsx'
import { PauseButton } from './pause-button.tsx'
import { Profit } from './profit.tsx'
import { RelationRuler } from './relation-ruler.tsx'
import { RiskLine } from './risk-line.tsx'
import { SettingsSheet } from './settings-sheet.tsx'
import { StopSheet } from './stop-sheet.tsx'
import { usePart } from './use-part.ts'
import { useRelation } from './use-relations.ts'
import { leadName, numberText, partText } from './words.ts'

/** One relation: what it comes to, its limits, what became of each action of the lead, its positions, and the way out. */
export function RelationDetail({ id }: { id: string }) {
  const { t } = useTexts()
  const { relation, data, error, refetch } = useRelation(id)
  return (
    <>
      <AppBar title={relation ? leadName(relation, t) : t('copy_pages.copy')}>
        <span className="mr-3">
          <PriceSourceBadge isShort />
        </span>
      </AppBar>
      <main className="pb-40">
        <StaleBanner />
        {relation ? (
          <Relation relation={relation} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <EmptyState
            title={t('copy_pages.no_such_copy')}
            action={{ label: t('copy_pages.my_copies'), to: toPage('pages/copytrade/my') }}
          />
        ) : (
          <SkeletonRows count={7} height={76} />
        )}
      </main>
    </>
  )
}

const views = ['actions', 'open', 'closed'] as const

function Relation({ relation }: { relation: RelationView }) {
  const { t } = useTexts()
  const [view, setView] = usePart('view', views)
  const counts = { actions: undefined, open: relation.openCopies, closed: relation.closedCopies }
  return (
    <>
      <Worth relation={relation} />
      <Limits relation={relation} />
      <UnderlineTabs
        label={t('copy_pages.copy')}
        choices={views.map((id) => ({
          id,
          label: [t(`copy_pages.tab_${id}`), counts[id]].filter((part) => part !== undefined).join(' '),
        }))}
        value={view}
        onChange={setView}
      />
      {view === 'actions' ? (
        <OutcomeList relation={relation} />
      ) : (
        <CopiedPositions key={view} relation={relation} isOpen={view === 'open'} />
      )}
      <RiskLine />
      <Actions relation={relation} />
    </>
  )
}

/** What the relation comes to after all costs, where that stands, and what it is made of. */
function Worth({ relation }: { relation: RelationView }) {
  const { t, locale } = useTexts()
  const { status, endReason, profit, currency, stopLoss, highWaterMark } = relation
  return (
    <section className="border-b border-line gutter pb-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-13 font-normal text-t2">{t('copy_pages.result')}</h2>
        <p className="text-13 text-t2">
          {t('copy_pages.since', { date: dateInWords(relation.startedAtMs, locale) })}
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-28 font-semibold">
        <Profit value={profit} currency={currency} />
        {status !== 'active' && (
          <Tag>
            {endReason === null ? t(`copy_pages.status_${status}`) : t(`copy_pages.ended_${endReason}`)}
          </Tag>
        )}
      </p>
      <RelationRuler relation={relation} />
      <p className="figures flex flex-wrap justify-between gap-x-3 text-12 text-t2">
        <span className={stopLoss === null ? undefined : 'text-danger'}>
          {stopLoss === null ? (
            t('copy_pages.no_stop_loss')
          ) : (
            <>
              {t('copy_pages.stop_loss')} −<Amount value={stopLoss} />
            </>
          )}
        </span>
        <span>
          {t('copy_pages.high_water')} <Amount value={highWaterMark} />
        </span>
      </p>
      <div className="pt-3">
        <Figures columns={3}>
          <Figure name={t('contract_pages.realized')} value={<Profit value={relation.realizedPnl} />} />
          <Figure name={t('contract_pages.unrealized')} value={<Profit value={relation.unrealizedPnl} />} />
          <Figure
            name={t('copy_pages.shared')}
            value={<Amount value={relation.sharePaid} />}
            note={
              relation.nextShareAtMs !== null && (
                <>
                  {t('copy_pages.reserved')} <Amount value={relation.shareReserved} />
                </>
              )
            }
          />
        </Figures>
      </div>
    </section>
  )
}

function Limits({ relation }: { relation: RelationView }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { margin, maxTotal, maxTrade, slippagePercent, status } = relation
  const mayChange = (relationCan.change as readonly string[]).includes(status)
  // Pixels only.
  const used = Math.min(1, Number(margin) / Number(maxTotal))
  return (
    <section aria-label={t('copy_pages.limits')} className="gutter pt-2 pb-4">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 className="text-15 font-semibold">{t('copy_pages.limits')}</h2>
        {mayChange && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            className="press -mr-3 min-h-11 px-3 text-15 text-t2 underline"
          >
            {t('copy_pages.edit')}
          </button>
        )}
      </div>
      <Figures columns={3}>
        <Figure
          name={t('copy_pages.size')}
          value={numberText(relation)}
          note={
            <>
              {t('copy_pages.up_to')} <Amount value={maxTrade} />
            </>
          }
        />
        <Figure
          name={t('copy_pages.in_use')}
          value={<Amount value={margin} />}
          note={
            <>
              {t('copy_pages.up_to')} <Amount value={maxTotal} />
            </>
          }
        />
        <Figure
          name={t('copy_pages.slippage')}
          value={`${amount(slippagePercent, 0)}%`}
          note={t('copy_pages.share_of', { percent: partText(relation.sharePercent) })}
        />
      </Figures>
      <div aria-hidden className="mt-3 h-[3px] rounded-full bg-s3">
        <div className="h-full rounded-full bg-t1" style={{ width: `${Math.round(used * 100)}%` }} />
      </div>
      <Link
        to={toPage('pages/copytrade/trader', { id: relation.leadId })}
        className="inline-flex min-h-11 items-center pt-1 text-13 underline"
      >
        {t('copy_pages.see_lead', { name: leadName(relation, t) })}
      </Link>
      {isOpen && <SettingsSheet relation={relation} onClose={() => setOpen(false)} />}
    </section>
  )
}

function Actions({ relation }: { relation: RelationView }) {
  const { t } = useTexts()
  const [isStopping, setStopping] = useState(false)
  const isOffered = useOffered('copy')
  // Pausing is open everywhere; going on begins something, which is said before anybody pauses.
  const canGoOn = isOffered || relation.status !== 'paused'
  if (!(relationCan.cancel as readonly string[]).includes(relation.status)) return null
  return (
    <BottomBar>
      {!isOffered && <Offered product="copy" isIndented />}
      <div className={cx('grid gap-3', canGoOn && 'grid-cols-2')}>
        {canGoOn && <PauseButton relation={relation} />}
        <Button aria-haspopup="dialog" onClick={() => setStopping(true)}>
          {t('copy_pages.stop')}
        </Button>
      </div>
      {isStopping && <StopSheet relation={relation} onClose={() => setStopping(false)} />}
    </BottomBar>
  )
}
