/** A coin's letter in a ring of its color; there are no logos in lists. */
export function CoinMark({ code, colour, size = 32 }: { code: string; colour: string; size?: number }) {
  return (
    <span
      aria-hidden
      className="flex shrink-0 items-center justify-center rounded-full border-[1.5px] text-12 font-semibold"
      style={{
        width: size,
        height: size,
        borderColor: colour,
        color: `color-mix(in srgb, ${colour} var(--mark), var(--color-t1))`,
      }}
    >
      {code[0]}
    </span>
  )
}
