import { useEffect, useRef } from 'react'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from './button.tsx'

/** Loads the next page when the end of a list comes into sight; it is a button, for those who do not scroll. */
export function LoadMore({
  label,
  hasMore,
  isPending,
  onMore,
}: {
  label?: string | undefined
  hasMore: boolean
  isPending: boolean
  onMore(): void
}) {
  const { t } = useTexts()
  const end = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  more.current = onMore
  useEffect(() => {
    if (!hasMore || isPending || !end.current) return
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && more.current(), {
      rootMargin: '300px',
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [hasMore, isPending])
  if (!hasMore) return null
  return (
    <div ref={end} className="gutter py-4">
      <Button className="w-full" isPending={isPending} onClick={onMore}>
        {label ?? t('common.more')}
      </Button>
    </div>
  )
}
