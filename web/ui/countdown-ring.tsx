const RADIUS = 8
const AROUND = 2 * Math.PI * RADIUS

/** A ring that empties as time runs out; the seconds are said in words beside it. */
export function CountdownRing({ secondsLeft, seconds }: { secondsLeft: number; seconds: number }) {
  return (
    <svg aria-hidden width="20" height="20" viewBox="0 0 20 20" className="shrink-0 -rotate-90" fill="none">
      <circle cx="10" cy="10" r={RADIUS} stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
      <circle
        cx="10"
        cy="10"
        r={RADIUS}
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray={AROUND}
        strokeDashoffset={AROUND * (1 - secondsLeft / seconds)}
        className="transition-[stroke-dashoffset] duration-1000 ease-linear"
      />
    </svg>
  )
}
