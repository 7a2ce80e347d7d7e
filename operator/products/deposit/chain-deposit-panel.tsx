import { Link } from 'react-router'
import { type ChainDepositLine, consoleChainDeposits } from '#domain/deposit/console.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { momentUtc } from '../../format.ts'
import { t } from '../../texts.ts'
import { CustomerLink, customerPath } from '../../ui/customer-link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered } from '../../ui/states.tsx'

const DEPOSIT_EVERY_MS = 5_000

/** One deposit that its chain shows: nobody decides it, so there is nothing to do here but to look. */
export function ChainDepositPanel({ id, onClose }: { id: string; onClose(): void }) {
  const reference = `D-${id}`
  const call = useApiQuery(consoleChainDeposits, { search: reference }, { refetchMs: DEPOSIT_EVERY_MS })
  return (
    <Panel title={t('deposit.panel', { reference })} onClose={onClose}>
      <Answered call={call}>
        {({ items: [deposit] }) =>
          deposit ? <Facts deposit={deposit} /> : <p className="text-13 text-t2">{t('deposit.chain_none')}</p>
        }
      </Answered>
    </Panel>
  )
}

function Facts({ deposit }: { deposit: ChainDepositLine }) {
  const { id, status, customerId, height, decidedAtMs } = deposit
  const mono = (text: string) => <span className="font-mono break-all">{text}</span>
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="figures text-28 font-semibold">{amount(deposit.amount)}</span>
        <span className="text-15 text-t2">{deposit.currency}</span>
        <span className="text-13 text-t3">{t(`deposit.chain_status_${status}`)}</span>
      </p>
      <p className="pb-3 text-13 text-t2">
        {t('deposit.by', { contact: deposit.contact, network: deposit.network })} ·{' '}
        <CustomerLink id={customerId}>{t('audit.subject_customer', { text: customerId })}</CustomerLink>
      </p>
      {status === 'credited' && height === null && (
        <p className="pb-3 text-13 text-danger">{t('deposit.chain_undone')}</p>
      )}
      <KeyValue
        lines={[
          { name: t('deposit.column_transaction'), value: mono(deposit.txid) },
          { name: t('deposit.output'), value: deposit.outputIndex },
          { name: t('deposit.chain_own_address'), value: mono(deposit.address) },
          { name: t('deposit.chain_block'), value: height ?? t('deposit.chain_no_block') },
          {
            name: t('deposit.chain_confirmations'),
            value: t('deposit.chain_counted', {
              confirmations: deposit.confirmations,
              needed: deposit.confirmationsNeeded,
            }),
          },
          { name: t('deposit.on_seen'), value: momentUtc(deposit.seenAtMs) },
          decidedAtMs !== null && { name: t('deposit.on_decided'), value: momentUtc(decidedAtMs) },
        ]}
      />
      <p className="pt-4 text-13">
        <Link
          to={`${customerPath(customerId)}&tab=statement&q=${id}`}
          className="underline decoration-line2 underline-offset-4 hover:decoration-t1"
        >
          {t('customers.entries_of')}
        </Link>
      </p>
    </>
  )
}
