import { useState } from 'react'
import { type AllotmentFile, checkAllotments } from '#domain/ieo/allotment-file.ts'
import { type IeoOrderView, ieoAllotments } from '#domain/ieo/contract.ts'
import { errorText } from '#web/app/api-error.ts'
import { useHttpClient } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { saveFile } from '#web/ui/save-file.ts'

type Found =
  | { readonly isRight: boolean; readonly file: AllotmentFile; readonly count: number }
  | { readonly error: string }

/** How an allotment was computed, line by line; the browser computes all of the sale's again on request. */
export function AllotmentSection({
  order,
  allotment,
}: {
  order: IeoOrderView
  allotment: NonNullable<IeoOrderView['allotment']>
}) {
  const { t } = useTexts()
  const http = useHttpClient()
  const [isChecking, setChecking] = useState(false)
  const [found, setFound] = useState<Found>()
  const { position, total, supply, whole, remainder, rank, left } = allotment
  const isExtra = rank <= left

  async function check(): Promise<void> {
    setChecking(true)
    try {
      const asks: AllotmentFile['asks'][number][] = []
      for (let cursor: string | undefined; ; ) {
        const input = { projectId: order.projectId, limit: '200', ...(cursor && { cursor }) }
        const page = await http.request(ieoAllotments, input)
        asks.push(...page.items.map((line) => [line.asked, line.allotted] as const))
        if (page.next === null) break
        cursor = page.next
      }
      const own = { position, asked: order.quantity, allotted: order.allotted ?? '0' }
      const file: AllotmentFile = { version: 1, product: 'ieo', code: order.code, supply, own, asks }
      setFound({ isRight: checkAllotments(file) === undefined, file, count: asks.length })
    } catch (error) {
      setFound({ error: errorText(error) ?? '' })
    } finally {
      setChecking(false)
    }
  }

  return (
    <section aria-labelledby="allotment" className="border-t border-line pt-4">
      <h3 id="allotment" className="text-15 font-semibold">
        {t('ieo_pages.how_allotted')}
      </h3>
      <KeyValue
        ruled
        lines={[
          { name: t('ieo_pages.asked_by_all'), value: amount(total, 0) },
          { name: t('ieo_pages.to_share'), value: amount(supply, 0) },
          {
            name: t('ieo_pages.your_share'),
            value: (
              <>
                {amount(whole, 0)}
                <span className="block text-12 text-t3">
                  {t('ieo_pages.share_how', {
                    ...{ asked: amount(order.quantity, 0), supply: amount(supply, 0) },
                    ...{ total: amount(total, 0), remainder: amount(remainder, 0) },
                  })}
                </span>
              </>
            ),
          },
          {
            name: t('ieo_pages.left_over', { count: left }),
            value: (
              <>
                {isExtra ? '+1' : '0'}
                <span className="block text-12 text-t3">{t('ieo_pages.rank', { rank, left })}</span>
              </>
            ),
          },
          { name: t('ieo_pages.you_get'), value: amount(order.allotted ?? '0', 0), isStrong: true },
        ]}
      />
      <p className="pb-3 text-12 text-t3">{t('ieo_pages.rule')}</p>
      {found && (
        <p role="status" className="flex items-start gap-2 pb-3 text-13">
          {'error' in found ? (
            <span className="text-danger">{found.error}</span>
          ) : (
            <>
              <Bob meaning={found.isRight ? 'recorded' : 'broken'} className="mt-0.5" />
              {t(found.isRight ? 'ieo_pages.check_right' : 'ieo_pages.check_wrong', { count: found.count })}
            </>
          )}
        </p>
      )}
      <div className="grid gap-3 pb-4">
        <Button isPending={isChecking} onClick={() => void check()}>
          {t('ieo_pages.check')}
        </Button>
        {found && 'file' in found && (
          <Button
            onClick={() =>
              saveFile(
                new Blob([JSON.stringify(found.file)], { type: 'application/json' }),
                `plumb-allotment-${order.code}-${position}.json`,
              )
            }
          >
            {t('ieo_pages.save')}
          </Button>
        )}
      </div>
    </section>
  )
}
