import { cx } from '#web/ui/cx.ts'

/** How far one has come, with each step's name under its part of the line. `current`: the place of the step one is at. */
export function Steps({ names, current }: { names: readonly string[]; current: number }) {
  return (
    <ol className="big-wrap flex gap-1 gutter pt-1 pb-5">
      {names.map((name, place) => (
        <li key={name} aria-current={place === current ? 'step' : undefined} className="flex-[1_0_auto]">
          <span aria-hidden className={cx('block h-0.5', place <= current ? 'bg-t1' : 'bg-s3')} />
          <span
            className={cx(
              'mt-1.5 block text-12 whitespace-nowrap',
              place === current ? 'font-semibold text-t1' : 'text-t3',
            )}
          >
            {name}
          </span>
        </li>
      ))}
    </ol>
  )
}
