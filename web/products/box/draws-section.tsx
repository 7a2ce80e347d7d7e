import { useState } from 'react'
import { type BoxDrawView, type BoxSeriesDetail, boxDraws, boxProof } from '#domain/box/contract.ts'
import type { BoxProofFile } from '#domain/proof/contract.ts'
import type { HttpClient } from '#web/app/http-client.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { useHttpClient } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { useKeptTape } from '#web/features/verify/kept.ts'
import { keptReceipt } from '#web/features/verify/kept-receipts.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { paced } from './paced.ts'

/** The boxes of a series and what was drawn, and the check of all of them in this browser. */
export function DrawsSection({ series }: { series: BoxSeriesDetail }) {
  const { t, locale } = useTexts()
  const draws = usePagedList(boxDraws, { code: series.code }, { refetchMs: 30_000 })
  return (
    <>
      {series.drawn > 0 && <CheckAll series={series} />}
      <PagedList
        list={draws}
        skeleton={<SkeletonRows count={4} height={52} />}
        empty={<EmptyState title={t('box_pages.no_draws')} />}
        more={t('common.more')}
      >
        {(items) => (
          <ul>
            {items.map((draw) => (
              <li key={draw.number} className="hairline py-3">
                <p className="flex items-baseline justify-between gap-3 text-15">
                  <span className="figures">{t('box_pages.box_no', { number: draw.number })}</span>
                  <span className="min-w-0 truncate">
                    {draw.artwork ?? t(`box_pages.state_${draw.state}`)}
                  </span>
                </p>
                <p className="figures flex justify-between gap-3 text-12 text-t3">
                  <span>{zonedMoment(draw.drawnAtMs ?? draw.boughtAtMs, locale)}</span>
                  <span>
                    {draw.rarity !== null && t(`box_pages.rarity_${draw.rarity}`)}
                    {draw.failure !== null && t(`box_pages.failure_${draw.failure}`)}
                  </span>
                </p>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

/** A refusal that is waited for is nothing to tell. */
const QUIET = { toastsRefusal: false } as const

interface Checked {
  readonly done: number
  /** The first box that does not fit. */
  readonly wrong?: number
  readonly files: readonly BoxProofFile[]
  readonly isDone: boolean
}

/** Computes every draw of a series again, from the newest to the oldest, and says whether all fit together. */
function CheckAll({ series }: { series: BoxSeriesDetail }) {
  const { t } = useTexts()
  const http = useHttpClient()
  const [checked, setChecked] = useState<Checked>()
  const [isFailed, setIsFailed] = useState(false)
  const isRunning = checked !== undefined && !checked.isDone

  async function run() {
    setIsFailed(false)
    setChecked({ done: 0, files: [], isDone: false })
    try {
      setChecked(await checkAll(http, series, setChecked))
    } catch {
      setChecked(undefined)
      setIsFailed(true)
    }
  }
  const save = () =>
    saveFile(
      new Blob([JSON.stringify(checked!.files)], { type: 'application/json' }),
      `plumb-boxes-${series.code}.json`,
    )
  return (
    <section className="flex flex-col gap-3 rounded-12 bg-s1 p-4">
      <h2 className="text-15 font-semibold">{t('box_pages.check_all')}</h2>
      <p aria-live="polite" className="figures text-13 text-t2">
        {isFailed
          ? t('box_pages.check_failed')
          : checked === undefined
            ? t('box_pages.check_why')
            : checked.wrong !== undefined
              ? t('box_pages.check_wrong', { number: checked.wrong })
              : t(checked.isDone ? 'box_pages.check_fits' : 'box_pages.check_running', {
                  count: checked.done,
                })}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="small" kind="primary" isPending={isRunning} onClick={() => void run()}>
          {t('box_pages.check_start')}
        </Button>
        {checked?.isDone && (
          <Button size="small" onClick={save}>
            {t('box_pages.check_save')}
          </Button>
        )}
      </div>
    </section>
  )
}

async function checkAll(
  http: HttpClient,
  series: BoxSeriesDetail,
  tell: (checked: Checked) => void,
): Promise<Checked> {
  const [{ checkBoxProof }, { faultAgainstKept }] = await Promise.all([
    import('#domain/proof/box-proof.ts'),
    import('#web/features/verify/run-proof.ts'),
  ])
  const draws = await allDraws(http, series.code)
  // What the newest box says of all before it must be what each of them says of itself.
  const placeOf = new Map(draws.map(({ number, place }) => [number, place ?? 0]))
  const files: BoxProofFile[] = []
  for (const { number, place } of draws) {
    if (place === null) continue
    const file = await paced(() =>
      http.request(boxProof, { code: series.code, number: String(number) }, QUIET),
    )
    files.push(file)
    const { ok, facts } = checkBoxProof(file, () => 0, keptReceipt(file.box.order))
    const { bought } = facts
    const isOfSeries =
      bought?.series === series.code &&
      bought.number === number &&
      bought.inventory === series.inventory &&
      bought.commitment === series.commitment
    // All of them are of one tape, which is the one that this browser has seen.
    const isOfTape =
      file.publicKey === files[0]!.publicKey &&
      (files.length > 1 || (await faultAgainstKept(http, file, useKeptTape.getState())) === undefined)
    const fits = file.box.before.every((item, n) => placeOf.get(n + 1) === item)
    if (!ok || !isOfSeries || !isOfTape || !fits || file.box.item !== place)
      return { done: files.length, wrong: number, files, isDone: true }
    tell({ done: files.length, files, isDone: false })
  }
  return { done: files.length, files, isDone: true }
}

async function allDraws(http: HttpClient, code: string): Promise<BoxDrawView[]> {
  const found: BoxDrawView[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const at = cursor
    const page: { items: BoxDrawView[]; next: string | null } = await paced(() =>
      http.request(boxDraws, { ...{ code, limit: '200' }, ...(at && { cursor: at }) }, QUIET),
    )
    found.push(...page.items)
    cursor = page.next
  }
  return found
}
