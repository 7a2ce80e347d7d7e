import type { OutputOf } from '#domain/endpoint.ts'
import { currencies } from '#domain/money/currencies.ts'
import {
  consoleOtcOffers,
  consoleOtcPending,
  type OtcOfferLine,
  proposeOtcClose,
  proposeOtcOffer,
} from '#domain/otc/console.ts'
import { isOtcCoin, otcFiats, otcSides } from '#domain/otc/rules.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { isZero, signed } from '#web/format/number.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { ProposalHistory } from '../../pages/proposal-history.tsx'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { amountColumn, referenceColumn } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { DecimalField, PlainField, ProposalForm } from '../../ui/proposal-form.tsx'
import { Answered } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { WholeTable } from '../../ui/whole-table.tsx'

const NEW = 'new'
const REFRESH_MS = 10_000

/** Offers of merchants and of the platform; a new one of the platform's is proposed here. */
export function OffersPage() {
  const [at, choose] = useChosen()
  const pending = useApiQuery(consoleOtcPending, {}, { refetchMs: REFRESH_MS })
  const mayPropose = useMay(proposeOtcOffer)
  const close = () => choose(undefined)
  return (
    <Page
      title={t('otc.offers')}
      panel={
        at === NEW ? <OfferForm onClose={close} /> : at && <OfferPanel key={at} id={at} onClose={close} />
      }
    >
      <Answered call={pending}>
        {({ pending: waiting, coins }) => (
          <>
            <PendingProposals title={t('otc.pending')} pending={waiting} />
            <Section
              title={t('otc.coins')}
              actions={
                mayPropose && (
                  <Button size="small" onClick={() => choose(NEW)}>
                    {t('otc.new_offer')}
                  </Button>
                )
              }
            >
              <WholeTable
                name="coins"
                label={t('otc.coins')}
                isDense
                columns={coinColumns}
                rows={coins.filter(({ available, held }) => !isZero(available) || !isZero(held))}
                keyOf={({ currency }) => currency}
              />
            </Section>
          </>
        )}
      </Answered>
      <DataTable
        endpoint={consoleOtcOffers}
        label={t('otc.offers')}
        empty={t('otc.empty_offers')}
        columns={[referenceColumn, ...columns]}
        keyOf={({ id }) => id}
        filters={[
          {
            name: 'state',
            label: t('otc.state'),
            options: (['open', 'closed'] as const).map((id) => ({ id, label: t(`otc.state_${id}`) })),
          },
        ]}
        refetchMs={REFRESH_MS}
        chosen={at}
        onChoose={({ id }) => choose(id)}
      />
    </Page>
  )
}

const coinColumns: Column<OutputOf<typeof consoleOtcPending>['coins'][number]>[] = [
  {
    title: t('common.currency'),
    value: ({ currency }) => currency,
    cell: ({ currency }) => <strong>{currency}</strong>,
  },
  amountColumn(t('otc.available'), 'available'),
  amountColumn(t('otc.held'), 'held'),
]

const priceText = ({ price, marginPercent }: OtcOfferLine) =>
  price ?? (marginPercent === null ? '–' : t('otc.of_tape', { percent: signed(marginPercent) }))

const columns: Column<OtcOfferLine>[] = [
  { title: t('otc.maker'), cell: ({ maker }) => maker },
  { title: t('otc.side'), cell: ({ side }) => t(`otc.side_${side}`) },
  { title: t('otc.pair'), cell: ({ currency, fiat }) => `${currency} / ${fiat}` },
  {
    ...{ title: t('otc.price'), align: 'right' },
    cell: (row) => <span className="figures">{priceText(row)}</span>,
  },
  {
    ...{ title: t('otc.remaining'), align: 'right', isWide: true, sort: 'amount' },
    cell: ({ remaining, currency }) => (
      <span className="whitespace-nowrap">{amountText(remaining, currency)}</span>
    ),
  },
  {
    title: t('otc.state'),
    cell: ({ isOpen }) => t(isOpen ? 'otc.state_open' : 'otc.state_closed'),
  },
  {
    ...{ title: t('otc.created_at'), align: 'right', sort: 'time', isWide: true },
    cell: ({ createdAtMs }) => <span className="whitespace-nowrap text-t2">{utcMinute(createdAtMs)}</span>,
  },
]

/** One offer, what was decided about it, and of the platform's own that it is closed: by two. */
function OfferPanel({ id, onClose }: { id: string; onClose(): void }) {
  const call = useApiQuery(consoleOtcOffers, { search: id }, { refetchMs: REFRESH_MS })
  const may = useMay(proposeOtcClose)
  const closing = useDecisionChoice(proposeOtcClose, {
    ...{ label: t('otc.close'), input: { id }, done: t('proposal.proposed') },
  })
  const offer = call.data?.items.find((one) => one.id === id)
  const isOurs = offer?.isOpen === true && offer.customerId === null
  return (
    <Panel
      title={offer ? t('otc.offer_panel', { reference: offer.reference }) : t('otc.offers')}
      onClose={onClose}
      foot={may && isOurs && <Decision note={t('otc.close_note')} choices={[closing]} />}
    >
      <Answered call={call}>
        {() =>
          offer && (
            <>
              <KeyValue
                ruled
                lines={[
                  { name: t('otc.state'), value: t(offer.isOpen ? 'otc.state_open' : 'otc.state_closed') },
                  ...(offer.closedAtMs === null
                    ? []
                    : [{ name: t('otc.closed_at'), value: utcMinute(offer.closedAtMs) }]),
                  { name: t('otc.maker'), value: offer.maker },
                  { name: t('otc.side'), value: t(`otc.side_${offer.side}`) },
                  { name: t('otc.pair'), value: `${offer.currency} / ${offer.fiat}` },
                  { name: t('otc.price'), value: priceText(offer) },
                  { name: t('otc.minimum'), value: amountText(offer.minimum, offer.currency) },
                  { name: t('otc.maximum'), value: amountText(offer.maximum, offer.currency) },
                  { name: t('otc.remaining'), value: amountText(offer.remaining, offer.currency) },
                  { name: t('otc.created_at'), value: utcMinute(offer.createdAtMs) },
                ]}
              />
              {offer.customerId === null && <ProposalHistory subject={`otc-offer:${id}`} />}
            </>
          )
        }
      </Answered>
    </Panel>
  )
}

function OfferForm({ onClose }: { onClose(): void }) {
  const coins = currencies.map(({ code }) => code).filter(isOtcCoin)
  return (
    <ProposalForm
      endpoint={proposeOtcOffer}
      panel={t('otc.panel_offer')}
      title={t('otc.new_offer')}
      text={t('otc.new_offer_text')}
      inputOf={(typed) => Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''))}
      onClose={onClose}
    >
      <Choice
        label={t('otc.side')}
        name="side"
        value="sell"
        options={otcSides.map((id) => ({ id, label: t(`otc.side_${id}`) }))}
      />
      <Choice
        label={t('otc.currency')}
        name="currency"
        value="USDT"
        options={coins.map((id) => ({ id, label: id }))}
      />
      <Choice
        label={t('otc.fiat')}
        name="fiat"
        value="USD"
        options={otcFiats.map((id) => ({ id, label: id }))}
      />
      <PlainField label={t('otc.margin')} name="margin" defaultValue="0.3" />
      <DecimalField label={t('otc.minimum')} name="minimum" />
      <DecimalField label={t('otc.maximum')} name="maximum" />
      <DecimalField label={t('otc.whole')} name="total" />
      <Choice
        label={t('otc.payments')}
        name="payments"
        value="domestic"
        options={[
          { id: 'domestic', label: t('otc.payments_domestic') },
          { id: 'international', label: t('otc.payments_international') },
          { id: 'domestic,international', label: t('otc.payments_both') },
        ]}
      />
      <PlainField label={t('otc.terms')} name="terms" required={false} />
      <PlainField label={t('otc.account_name')} name="accountName" required={false} />
      <PlainField label={t('otc.bank_name')} name="bankName" required={false} />
      <PlainField label={t('otc.account_number')} name="accountNumber" required={false} />
      <PlainField label={t('otc.bank_address')} name="bankAddress" required={false} />
      <PlainField label={t('otc.aba')} name="aba" required={false} />
      <PlainField label={t('otc.swift')} name="swiftCode" required={false} />
    </ProposalForm>
  )
}
