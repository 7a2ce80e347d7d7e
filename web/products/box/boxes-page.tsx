import { type BoxView, myBoxes } from '#domain/box/contract.ts'
import { boxStates } from '#domain/box/words.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Chips } from '#web/ui/chips.tsx'
import { BoxSheet } from './box-sheet.tsx'
import { ArtworkPicture } from './parts.tsx'

/** The customer's blind boxes, by state; `?id=` opens the sheet of one. */
export default function BoxesPage() {
  const { t } = useTexts()
  return (
    <>
      <AppBar title={t('box_pages.mine')} />
      <main className="pb-8">
        <MyBoxes />
      </main>
    </>
  )
}

const all = ['all', ...boxStates] as const

/** The same as a part of another page. Its texts are `box_pages`. */
export function MyBoxes() {
  const { t } = useTexts()
  const [state, setState] = useUrlChoice('state', all)
  const boxes = usePagedList(myBoxes, state === 'all' ? {} : { state }, {
    keepsPrevious: true,
    refetchMs: 10_000,
  })
  return (
    <>
      <Chips
        label={t('box_pages.state')}
        choices={all.map((id) => ({ id, label: t(`box_pages.state_${id}`) }))}
        value={state}
        onChange={setState}
      />
      <RecordList
        list={boxes}
        rowHeight={72}
        empty={{
          title: t('box_pages.no_boxes'),
          text: t('box_pages.note'),
          action: { label: t('box_pages.see_all'), to: toPage('pages/nft/boxes') },
        }}
        row={(box, open) => <BoxRow box={box} onOpen={open} />}
        sheet={(id, box, close) => <BoxSheet key={id} id={id} listed={box} onClose={close} />}
      />
    </>
  )
}

function BoxRow({ box, onOpen }: { box: BoxView; onOpen(): void }) {
  const { t, locale } = useTexts()
  return (
    <button
      type="button"
      onClick={onOpen}
      className="press flex w-full items-center gap-3 gutter py-3 text-left focus-visible:-outline-offset-2"
    >
      <ArtworkPicture artwork={box.item ?? box.cover} size={48} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3 text-15">
          <span className="min-w-0 truncate">{box.item?.title ?? box.name}</span>
          <span className="shrink-0 text-13 text-t2">{t(`box_pages.state_${box.state}`)}</span>
        </span>
        <span className="figures flex justify-between gap-3 text-12 text-t3">
          <span>{t('box_pages.box_no', { number: box.number })}</span>
          <span>{zonedMoment(box.boughtAtMs, locale)}</span>
        </span>
      </span>
    </button>
  )
}
