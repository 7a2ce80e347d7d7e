import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { copyFollow, copyLead, copyMine, type LeadView } from '#domain/copy/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { CopyFields } from '#web/features/copy/copy-fields.tsx'
import { type CopyForm, draftOf, emptyForm, readForm } from '#web/features/copy/copy-form.ts'
import { useCopyTerms } from '#web/features/copy/use-copy-terms.ts'
import { ContractRiskSheet, riskCalls } from '#web/features/disclosure/contract-risk-sheet.tsx'
import { useAsksRisk } from '#web/features/disclosure/use-disclosure.ts'
import { Offered } from '#web/features/eligibility/offered.tsx'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { TransferMissing } from '#web/features/money/transfer-missing.tsx'
import { useOpened } from '#web/features/records/use-url-choice.ts'
import { amount, isZero } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Checkbox } from '#web/ui/switch.tsx'
import { NoLead } from './no-lead.tsx'
import { RiskLine } from './risk-line.tsx'
import { useAgreement } from './use-agreement.ts'
import { useContractWallet } from './use-contract-wallet.ts'
import { agreementPage, leadName, partText } from './words.ts'

/** The form of a new relation with a lead trader (`?id=`): how much, within which limits, and what can be lost. */
export default function FollowPage() {
  const { t } = useTexts()
  const [id] = useOpened()
  const lead = useApiQuery(copyLead, { leadId: id ?? '' }, { enabled: id !== undefined })
  const mine = useApiQuery(copyMine, { leadId: id ?? '' }, { enabled: id !== undefined })
  const agreement = useAgreement()
  const own = mine.data?.items.find(({ status }) => status !== 'ended')
  const error = lead.error ?? mine.error ?? agreement.error
  return (
    <>
      <AppBar title={t('copy_pages.new_copy')} />
      <main className="pb-8">
        {id === undefined ? (
          <NoLead />
        ) : own ? (
          <EmptyState
            title={t('copy_pages.copied_already')}
            action={{ label: t('copy.see_copy'), to: toPage('pages/copytrade/my', { id: own.id }) }}
          />
        ) : lead.data && mine.data && agreement.data ? (
          <Offered
            product={['copy', 'contract']}
            instead={{ label: t('copy_pages.my_copies'), to: toPage('pages/copytrade/my') }}
          >
            <Follow lead={lead.data.lead} agreement={agreement} />
          </Offered>
        ) : error ? (
          <ErrorState
            error={error}
            onRetry={() => {
              for (const call of [lead, mine, agreement]) if (call.error) void call.refetch()
            }}
          />
        ) : (
          <SkeletonRows count={7} height={76} />
        )}
      </main>
    </>
  )
}

function Follow({ lead, agreement }: { lead: LeadView; agreement: ReturnType<typeof useAgreement> }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const terms = useCopyTerms()
  const wallet = useContractWallet(terms)
  const [form, setForm] = useState<CopyForm>(emptyForm)
  const [agrees, setAgrees] = useState(false)
  const [isSure, setSure] = useState(false)
  const [asksRisk, setAsksRisk] = useState(false)
  // Copies are contracts, whose risk notice comes first.
  const mustAcceptRisk = useAsksRisk(riskCalls)
  const call = useApiMutation(copyFollow)
  const reading = readForm(form, terms)
  const name = leadName(lead, t)
  const isReady = reading.settings !== undefined && (agreement.isAccepted || agrees)
  const isEmpty = wallet.available !== undefined && isZero(wallet.available)

  async function send(): Promise<void> {
    if (!agreement.isAccepted && !(await agreement.accept())) return setSure(false)
    const relation = await call.send({
      ...{ leadId: lead.id, ...draftOf(form), sharePercent: lead.sharePercent },
      // The terms that the form shows.
      termsVersion: String(terms.version),
    })
    if (!relation) return
    toast(t('copy_pages.copying_now', { name }))
    navigate(toPage('pages/copytrade/my', { id: relation.id }), { replace: true })
  }

  const inMargin = (value: string) => `${amount(value)} ${MARGIN_CURRENCY}`
  return (
    <>
      <form
        className="gutter"
        aria-label={t('copy_pages.new_copy')}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady) return
          call.reset()
          if (mustAcceptRisk) setAsksRisk(true)
          else setSure(true)
        }}
      >
        <div className="flex items-baseline justify-between gap-3 pb-1">
          <h2 className="min-w-0 truncate text-20 font-semibold">{name}</h2>
          <span className="shrink-0 text-13 text-t2">
            {t('copy_pages.share_of', { percent: partText(lead.sharePercent) })}
          </span>
        </div>
        <p className="pb-2 text-13 text-t2">{t('copy_pages.new_copy_why')}</p>
        <p className="min-h-5 text-13 text-t2">
          {t('copy_pages.available')} <Amount value={wallet.available} currency={MARGIN_CURRENCY} />
        </p>
        {isEmpty && reading.settings && form.mode === 'amount' && (
          <TransferMissing missing={form.amount} currency={MARGIN_CURRENCY} to="contract" />
        )}
        <CopyFields {...{ form, reading, terms, equityLimit: wallet.equityLimit }} onChange={setForm} />
        <div className="mt-4 border-t border-line pt-2">
          {agreement.isAccepted ? (
            <p className="py-3 text-13 text-t2">
              {t('copy_pages.accepted', {
                version: agreement.data!.acceptedVersion,
                time: dateTime(agreement.data!.acceptedAtMs!),
              })}
            </p>
          ) : (
            <Checkbox isOn={agrees} onChange={setAgrees}>
              {t('copy_pages.i_accept', { version: agreement.data!.version })}
            </Checkbox>
          )}
          <Link to={agreementPage()} className="inline-flex min-h-11 items-center text-13 underline">
            {t('copy_pages.read_agreement')}
          </Link>
        </div>
        <div className="sticky bottom-0 bg-bg pt-1 pb-2">
          <Button type="submit" kind="primary" className="w-full" disabled={!isReady}>
            {t('copy_pages.begin', { name })}
          </Button>
        </div>
      </form>
      <RiskLine />
      {asksRisk && (
        <ContractRiskSheet
          onClose={() => setAsksRisk(false)}
          onAccepted={() => {
            setAsksRisk(false)
            setSure(true)
          }}
        />
      )}
      {isSure && reading.settings && (
        <MoneySheet
          isOpen
          onClose={() => setSure(false)}
          title={t('copy_pages.confirm_title', { name })}
          text={`${t('copy_pages.confirm_why')} ${t(
            form.stopLoss === '' ? 'copy_pages.worst_why_open' : 'copy_pages.worst_why_stop',
          )}`}
          lines={[
            {
              name: t(`copy_pages.mode_${form.mode}`),
              value: form.mode === 'amount' ? inMargin(form.amount) : `${amount(form.ratio, 0)}×`,
            },
            { name: t('copy_pages.max_trade'), value: inMargin(form.maxTrade) },
            { name: t('copy_pages.max_total'), value: inMargin(form.maxTotal) },
            {
              name: t('copy_pages.stop_loss'),
              value: form.stopLoss === '' ? t('contract_pages.none') : inMargin(form.stopLoss),
            },
            { name: t('copy_pages.slippage'), value: `${amount(form.slippagePercent, 0)}%` },
            { name: t('copy_pages.profit_share'), value: partText(lead.sharePercent) },
          ]}
          action={t('copy_pages.begin', { name })}
          cancel={t('spot.keep_editing')}
          notDone={t('copy_pages.not_begun')}
          onConfirm={() => void send()}
          isPending={call.isPending || agreement.isPending}
          error={call.error}
        />
      )}
    </>
  )
}
