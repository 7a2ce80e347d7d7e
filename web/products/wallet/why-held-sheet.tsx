import { Link } from 'react-router'
import type { OutputOf } from '#domain/endpoint.ts'
import { walletHolds } from '#domain/wallet/contract.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import { Amount } from '#web/app/amount.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { isZero } from '#web/format/number.ts'
import { useProducts } from '#web/products/products-context.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { CordColumn } from '#web/ui/cord-column.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

type HeldWallet = OutputOf<typeof walletHolds>[number]

/** Which orders and requests hold money, each sum with the cord that runs into it. */
export function WhyHeldSheet({
  walletType,
  currency,
  onClose,
}: {
  walletType?: WalletType | undefined
  currency?: string | undefined
  onClose(): void
}) {
  const { t } = useTexts()
  const answer = useApiQuery(walletHolds, currency ? { currency } : {})
  const shown = answer.data?.filter((held) => !walletType || held.walletType === walletType)
  return (
    <Sheet isOpen onClose={onClose} title={t('wallet.why_held')} text={t('wallet.why_held_note')}>
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <SkeletonRows count={3} />}
      {shown?.length === 0 && <EmptyState isSmall title={t('wallet.nothing_held')} />}
      {shown?.map((held) => (
        <HeldColumn key={`${held.currency} ${held.walletType}`} held={held} />
      ))}
      <ButtonLink to={toPage('pages/setting/bill', { currency, walletType })} className="mt-2 w-full">
        {t('wallet.open_statement')}
      </ButtonLink>
    </Sheet>
  )
}

function HeldColumn({ held: { currency, walletType, held, holds, rest } }: { held: HeldWallet }) {
  const { t } = useTexts()
  const products = useProducts()
  const linkOf = (kind: string) => products.map(({ holds }) => holds?.[kind]).find((own) => own)
  return (
    <section aria-label={`${currency}, ${t(`wallet.type_${walletType}`)}`} className="pt-2">
      <h3 className="text-13 font-normal text-t2">
        {currency} · {t(`wallet.type_${walletType}`)}
      </h3>
      <CordColumn
        rows={[
          ...holds.map((hold) => {
            const link = linkOf(hold.kind)
            return {
              key: `${hold.kind} ${hold.reference}`,
              name: t(link ? link.title : 'wallet.hold_request'),
              note: `#${hold.reference.slice(-6)} · ${zonedStamp(hold.sinceMs)}`,
              value: <Amount value={hold.amount} />,
              valueNote: link && (
                <Link
                  to={toPage(link.page, { [link.param]: hold.reference })}
                  className="target press text-t1 underline decoration-line2 underline-offset-4"
                >
                  {t(link.action)}
                </Link>
              ),
            }
          }),
          ...(isZero(rest)
            ? []
            : [{ key: 'rest', name: t('wallet.holds_rest'), value: <Amount value={rest} /> }]),
        ]}
        sumName={t('wallet.held')}
        sum={<Amount value={held} currency={currency} />}
      />
      {holds.some(({ kind }) => !linkOf(kind)?.isFinal) && (
        <p className="pb-2 text-12 text-t3">{t('wallet.hold_released')}</p>
      )}
    </section>
  )
}
