import { consoleDepositAddresses, proposeDepositAddress } from '#domain/deposit/console.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { useMay } from '../../app/session.ts'
import { amountText, dateTimeUtc, dateUtc } from '../../format.ts'
import { PendingProposals } from '../../pages/proposal-table.tsx'
import { t } from '../../texts.ts'
import { ChoosableTable } from '../../ui/choosable-table.tsx'
import { Section } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'
import { type Column, Two } from '../../ui/table.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { AddressForm } from './address-form.tsx'

type DepositAddress = OutputOf<typeof consoleDepositAddresses>['addresses'][number]

const ADDRESSES_EVERY_MS = 5_000

const useAddresses = () => useApiQuery(consoleDepositAddresses, {}, { refetchMs: ADDRESSES_EVERY_MS })

const keyOf = ({ currency, network }: DepositAddress) => `${currency}/${network}`

/** Where customers pay to, and what would change it: a section of the treasury page. */
export function Addresses() {
  const call = useAddresses()
  const [, choose] = useChosen()
  const mayPropose = useMay(proposeDepositAddress)
  return (
    <>
      <PendingProposals title={t('deposit.addresses_pending')} pending={call.data?.pending ?? []} />
      <Section
        title={t('deposit.addresses')}
        text={t('deposit.addresses_text')}
        actions={
          mayPropose && (
            <Button size="small" onClick={() => choose('address')}>
              {t('deposit.address_publish')}
            </Button>
          )
        }
      >
        <Answered call={call}>
          {({ addresses }) => (
            <ChoosableTable
              name="addresses"
              empty={{ title: t('deposit.addresses_empty'), text: t('deposit.addresses_empty_text') }}
              label={t('deposit.addresses')}
              columns={columns}
              rows={addresses}
              keyOf={keyOf}
            />
          )}
        </Answered>
      </Section>
    </>
  )
}

/** What the URL names: `address` for a new one, or one there is; `:replace` after it to replace it. */
export function AddressPanel() {
  const addresses = useAddresses().data?.addresses ?? []
  const [at = '', choose] = useChosen()
  const close = () => choose(undefined)
  const [what, act] = at.split(':')
  if (what === 'address') return <AddressForm key={at} onClose={close} />
  const chosen = addresses.find((one) => keyOf(one) === what)
  if (!chosen) return null
  if (act) return <AddressForm key={at} replaced={chosen} onClose={() => choose(what)} />
  return <Details key={at} address={chosen} onReplace={() => choose(`${what}:replace`)} onClose={close} />
}

/** One address that customers are shown, whole. */
function Details({
  address: { currency, network, address, minimum, sinceMs, reference },
  onReplace,
  onClose,
}: {
  address: DepositAddress
  onReplace(): void
  onClose(): void
}) {
  const mayPropose = useMay(proposeDepositAddress)
  const since =
    sinceMs === null || reference === null
      ? t('deposit.address_made_up')
      : `${dateTimeUtc(sinceMs)}, ${t('deposit.address_by', { reference })}`
  return (
    <Panel title={t('deposit.addresses')} onClose={onClose}>
      <p className="text-20 font-semibold">
        {currency}, {network}
      </p>
      <p className="my-4 font-mono text-15 break-all">{address}</p>
      <QrCode text={address} label={t('deposit.address_qr', { address })} size={160} />
      <KeyValue
        ruled
        lines={[
          { name: t('deposit.address_minimum'), value: amountText(minimum, currency) },
          { name: t('deposit.address_since'), value: since },
        ]}
      />
      {mayPropose && (
        <Button size="small" className="mt-4 w-full" onClick={onReplace}>
          {t('deposit.address_replace')}
        </Button>
      )}
    </Panel>
  )
}

const columns: Column<DepositAddress>[] = [
  {
    title: t('deposit.address_currency'),
    value: ({ currency, network }) => `${currency} ${network}`,
    width: '@min-[600px]:w-36',
    cell: ({ currency, network }) => <Two isStrong first={currency} second={network} />,
  },
  {
    title: t('deposit.address_address'),
    value: ({ address }) => address,
    cell: ({ address }) => <span className="font-mono text-12 break-all">{address}</span>,
  },
  {
    title: t('deposit.address_minimum'),
    value: ({ minimum }) => minimum,
    align: 'right',
    isWide: true,
    cell: ({ minimum, currency }) => (
      <span className="whitespace-nowrap">{amountText(minimum, currency)}</span>
    ),
  },
  {
    title: t('deposit.address_since'),
    value: ({ sinceMs }) => (sinceMs === null ? '' : dateTimeUtc(sinceMs)),
    align: 'right',
    width: '@min-[600px]:w-36',
    cell: ({ sinceMs, reference }) =>
      sinceMs === null ? (
        <span className="text-12 text-t3">{t('deposit.address_made_up')}</span>
      ) : (
        <Two first={dateUtc(sinceMs)} second={reference && t('deposit.address_by', { reference })} />
      ),
  },
]
