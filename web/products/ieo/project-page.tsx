import { History } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { buyIeo, type IeoProjectView, ieoProject, subscribeIeo } from '#domain/ieo/contract.ts'
import type { IeoKind } from '#domain/ieo/words.ts'
import { walletDetail } from '#domain/wallet/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { AmountField } from '#web/features/money/money-form.tsx'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { KeyValue, type KeyValueLines } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { draftOf, type IeoDraftView, mostOf } from './draft.ts'
import { SaleBars } from './parts.tsx'
import { PhaseLine } from './phase-line.tsx'
import { ProjectHead } from './projects-page.tsx'

/** One new-coin sale: how far it is, what there is of it, and an order of either kind. */
export default function ProjectPage() {
  const { t } = useTexts()
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const query = useApiQuery(ieoProject, { projectId: id }, { enabled: id !== '', refetchMs: 10_000 })
  const project = query.data
  return (
    <>
      <AppBar title={t('ieo_pages.one')}>
        <IconLink icon={History} label={t('ieo_pages.mine')} to={toPage('pages/ieo/order')} />
      </AppBar>
      <main>
        {id === '' || (query.error && !project) ? (
          query.error && query.error.code !== 'NOT_FOUND' ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <EmptyState
              title={t('ieo_pages.not_found')}
              action={{ label: t('ieo_pages.see_all'), to: toPage('pages/ieo/ieo') }}
            />
          )
        ) : project ? (
          <Project project={project} />
        ) : (
          <SkeletonRows />
        )}
      </main>
    </>
  )
}

function Project({ project }: { project: IeoProjectView }) {
  const { t, locale } = useTexts()
  const { price, payCurrency, supply, quota, maxExchange, code, phase } = project
  const figures = [
    [t('ieo_pages.price'), amount(price), payCurrency],
    [t('ieo_pages.supply'), amount(supply, 0), ''],
    quota === '0'
      ? [t('ieo_pages.max_exchange'), amount(maxExchange, 0), '']
      : [t('ieo_pages.quota'), amount(quota, 0), ''],
  ] as const
  return (
    <div className="gutter pb-44 lg:grid lg:grid-cols-2 lg:gap-x-8">
      <div className="flex min-w-0 flex-col gap-5">
        <ProjectHead project={project} isTitle />
        <PhaseLine project={project} />
        <dl className="flex flex-wrap justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
          {figures.map(([name, value, unit]) => (
            <div key={name}>
              <dt className="text-12 text-t2">{name}</dt>
              <dd className="figures text-17 font-semibold">
                {value} {unit && <span className="text-13 font-normal text-t2">{unit}</span>}
              </dd>
            </div>
          ))}
        </dl>
        <SaleBars project={project} />
      </div>
      <div className="flex min-w-0 flex-col gap-5 pt-5 lg:pt-0">
        {phase === 'open' || phase === 'announced' || phase === 'closed' || phase === 'sold-out' ? (
          <Offered product="ieo" isIndented>
            <OrderForm project={project} />
          </Offered>
        ) : (
          <>
            <p className="text-13 text-t2">{t(`ieo_pages.what_${phase}`, { code })}</p>
            <KeyValue ruled lines={datesOf(project, t, locale)} />
            <ButtonLink to={toPage('pages/ieo/order')}>{t('ieo_pages.mine')}</ButtonLink>
            {project.symbol && (
              <ButtonLink
                kind="primary"
                to={toPage('pages/transaction/currency', { symbol: project.symbol })}
              >
                {t('ieo_pages.trade', { code })}
              </ButtonLink>
            )}
          </>
        )}
        <p className="text-12 text-t3">{t('ieo_pages.risk')}</p>
      </div>
    </div>
  )
}

const datesOf = (project: IeoProjectView, t: Translate, locale: string): KeyValueLines => {
  const { opensAtMs, endsAtMs, listsAtMs, refundAtMs, maxExchange, quota, code, softCap } = project
  const { lockDays, listedAtMs, unlocksAtMs, phase } = project
  return [
    {
      name: t('ieo_pages.window'),
      value: t('ieo_pages.from_to', {
        ...{ from: zonedMoment(opensAtMs, locale), to: zonedMoment(endsAtMs, locale) },
      }),
    },
    quota !== '0' && { name: t('ieo_pages.quota'), value: `${amount(quota, 0)} ${code}` },
    maxExchange !== '0' && { name: t('ieo_pages.max_exchange'), value: `${amount(maxExchange, 0)} ${code}` },
    softCap !== '0' && { name: t('ieo_pages.soft_cap'), value: `${amount(softCap, 0)} ${code}` },
    {
      name: listedAtMs === null ? t('ieo_pages.listing') : t('ieo_pages.listed'),
      value: zonedMoment(listedAtMs ?? listsAtMs, locale),
    },
    lockDays > 0 && {
      name: t('ieo_pages.unlock'),
      value:
        unlocksAtMs === null
          ? t('ieo_pages.days_after', { count: lockDays })
          : zonedMoment(unlocksAtMs, locale),
    },
    listedAtMs === null &&
      phase !== 'failed' && { name: t('ieo_pages.refund_by'), value: zonedMoment(refundAtMs, locale) },
  ]
}

const kinds = ['subscription', 'exchange'] as const satisfies readonly IeoKind[]

function OrderForm({ project }: { project: IeoProjectView }) {
  const { t, locale } = useTexts()
  const navigate = useNavigate()
  const nowMs = useServerNow()
  const { payCurrency, code, phase } = project
  const offered = kinds.filter(
    (kind) => (kind === 'exchange' ? project.exchangeSupply : project.subscriptionSupply) !== '0',
  )
  const [chosen, setKind] = useUrlChoice('kind', kinds, 'id')
  const kind = offered.includes(chosen) ? chosen : offered[0]!
  const [typed, setTyped] = useState('')
  /** What was looked at is what is sent, whatever changes behind the sheet. */
  const [seen, setSeen] = useState<{ readonly amount: string; readonly draft: IeoDraftView }>()
  const buying = useApiMutation(buyIeo)
  const subscribing = useApiMutation(subscribeIeo)
  const call = kind === 'exchange' ? buying : subscribing
  const available = useApiQuery(walletDetail, { currency: payCurrency, walletType: 'funding' }).data
    ?.available
  const found = draftOf(project, kind, typed, { available, nowMs })
  const draft = found && 'draft' in found ? found.draft : undefined
  const error = found && 'error' in found ? errorText(found.error, project, kind, t) : undefined
  const isReady = phase === 'open' && draft !== undefined && available !== undefined
  const own = kind === 'exchange' ? project.ownExchange : project.ownSubscribed
  const limit = kind === 'exchange' ? project.maxExchange : project.quota
  const action = (of: IeoDraftView) =>
    t(kind === 'exchange' ? 'ieo_pages.buy_for' : 'ieo_pages.subscribe_for', {
      ...{ amount: amount(of.cost), currency: payCurrency },
    })

  async function confirm() {
    if (!seen) return
    const input = { projectId: project.id, amount: seen.amount }
    const order = await (kind === 'exchange'
      ? buying.send(input)
      : subscribing.send({ ...input, payCurrency, price: project.price }))
    if (!order) return
    setSeen(undefined)
    toast(t(kind === 'exchange' ? 'ieo_pages.bought' : 'ieo_pages.subscribed_done'))
    navigate(toPage('pages/ieo/order', { id: order.id }), { replace: true })
  }

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady || !draft) return
        call.reset()
        // What is charged is typed again: what buys no whole token stays where it is.
        setSeen({ amount: draft.cost.replace(/\.?0+$/, ''), draft })
      }}
    >
      {offered.length > 1 && (
        <div className="-mx-4">
          <UnderlineTabs
            label={t('ieo_pages.how')}
            choices={offered.map((id) => ({ id, label: t(`ieo_pages.kind_${id}`) }))}
            value={kind}
            onChange={(id) => {
              setTyped('')
              setKind(id)
            }}
          />
        </div>
      )}
      <p className="text-13 text-t2">{t(`ieo_pages.note_${kind}`)}</p>
      <AmountField
        value={typed}
        onChange={setTyped}
        currency={payCurrency}
        balance={{ available, maximum: mostOf(project, kind, available) }}
        error={error}
        hint={t('ieo_pages.of_limit', {
          ...{ quantity: amount(draft?.quantity ?? '0', 0), code, limit: amount(limit, 0) },
          own: amount(own, 0),
        })}
      />
      {draft?.now && (
        <section aria-labelledby="if-closed">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <h2 id="if-closed" className="flex items-center gap-2 text-15 font-semibold">
              <Bob meaning="pending" />
              {t('ieo_pages.if_closed')}
            </h2>
            <span className="text-12 text-t3">
              {t('ieo_pages.changes_until', { date: zonedMoment(project.endsAtMs, locale) })}
            </span>
          </div>
          <KeyValue lines={nowLines(draft.now, project, t)} ruled />
        </section>
      )}
      {kind === 'exchange' && draft && (
        <KeyValue
          ruled
          lines={[
            { name: t('ieo_pages.you_get'), value: `${amount(draft.quantity, 0)} ${code}`, isStrong: true },
            { name: t('ieo_pages.charged'), value: `${amount(draft.cost)} ${payCurrency}` },
          ]}
        />
      )}
      <KeyValue ruled lines={datesOf(project, t, locale)} />
      <p className="text-12 text-t3">
        {t('ieo_pages.held_note', { code, date: zonedMoment(project.refundAtMs, locale) })}
      </p>
      <BottomBar>
        <Button type="submit" kind="primary" className="w-full" disabled={!isReady}>
          {phase !== 'open'
            ? t(`ieo_pages.phase_${phase}`)
            : draft
              ? action(draft)
              : t('ieo_pages.enter_amount')}
        </Button>
      </BottomBar>
      {seen && (
        <MoneySheet
          isOpen
          title={t(kind === 'exchange' ? 'ieo_pages.confirm_buy' : 'ieo_pages.confirm_subscribe')}
          text={t('ieo_pages.held_note', { code, date: zonedMoment(project.refundAtMs, locale) })}
          lines={[
            {
              name: t(kind === 'exchange' ? 'ieo_pages.you_get' : 'ieo_pages.asked'),
              value: `${amount(seen.draft.quantity, 0)} ${code}`,
              isStrong: true,
            },
            { name: t('ieo_pages.price'), value: `${amount(project.price)} ${payCurrency}` },
            { name: t('ieo_pages.charged'), value: `${amount(seen.draft.cost)} ${payCurrency}` },
            ...datesOf(project, t, locale),
          ]}
          action={action(seen.draft)}
          notDone={t('ieo_pages.not_done')}
          still={
            available ? [{ name: t('ieo_pages.still'), value: `${amount(available)} ${payCurrency}` }] : []
          }
          onClose={() => setSeen(undefined)}
          onConfirm={() => void confirm()}
          isPending={call.isPending}
          error={call.error}
        />
      )}
    </form>
  )
}

const nowLines = (
  now: NonNullable<IeoDraftView['now']>,
  { price, payCurrency, code }: IeoProjectView,
  t: Translate,
): KeyValueLines => [
  {
    name: t('ieo_pages.would_get', { percent: now.percent }),
    value: `${amount(now.quantity, 0)} ${code}`,
    isStrong: true,
  },
  { name: t('ieo_pages.cost_at', { price: amount(price) }), value: `${amount(now.cost)} ${payCurrency}` },
  { name: t('ieo_pages.refund_at_close'), value: `${amount(now.refund)} ${payCurrency}`, isStrong: true },
]

/** Why a typed amount cannot be ordered, beside the field. */
function errorText(code: string, project: IeoProjectView, kind: IeoKind, t: Translate): string | undefined {
  if (code === 'AMOUNT_TOO_SMALL')
    return t('ieo_pages.too_small', { price: amount(project.price), currency: project.payCurrency })
  if (code === 'AMOUNT_TOO_LARGE')
    return t(kind === 'exchange' ? 'ieo_pages.above_max' : 'ieo_pages.above_quota')
  if (code === 'INSUFFICIENT_BALANCE') return t('ieo_pages.not_enough', { currency: project.payCurrency })
  return code === 'EARN_SOLD_OUT' ? t('ieo_pages.fewer_left') : undefined
}
