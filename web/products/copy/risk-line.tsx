import { copyLossShare } from '#domain/copy/contract.ts'
import { LossShare } from '#web/features/disclosure/loss-share.tsx'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Bob } from '#web/ui/plumb-line.tsx'

/** Where the figures come from, that they promise nothing, and how many followers' accounts lost money. */
export function RiskLine() {
  const { t } = useTexts()
  return (
    <div className="flex gap-2 gutter py-4 text-12 text-t2">
      <Bob className="mt-0.5" />
      <div className="min-w-0">
        {t('copy_pages.from_ledger')} {t('copy_pages.risk')}
        <LossShare
          call={copyLossShare}
          words={({ lostPercent, minimumAccounts, months }) =>
            lostPercent === null
              ? t('copy_pages.loss_share_few', { count: minimumAccounts, months })
              : t('copy_pages.loss_share', { percent: amount(lostPercent, 0), months })
          }
        />
      </div>
    </div>
  )
}
