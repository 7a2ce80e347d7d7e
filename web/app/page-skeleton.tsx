import { Skeleton } from '#web/ui/skeleton.tsx'

/** What stands where a page will be while its part of the app loads; seen only after 200 ms. */
export function PageSkeleton() {
  return (
    <main aria-busy="true" className="gutter pt-18">
      <Skeleton className="mb-3 h-5 w-24" />
      <Skeleton className="mb-8 h-9 w-48" />
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex min-h-15 items-center justify-between">
          <Skeleton className="h-8 w-24" />
          <Skeleton className="h-8 w-36" />
        </div>
      ))}
    </main>
  )
}
