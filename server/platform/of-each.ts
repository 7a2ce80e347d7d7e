/** What each of several answers, one after the other; who does not know the question answers nothing. */
export async function ofEach<Asked, Fact>(
  asked: Iterable<Asked>,
  ask: (one: Asked) => Promise<readonly Fact[]> | undefined,
): Promise<Fact[]> {
  const facts: Fact[] = []
  for (const one of asked) facts.push(...((await ask(one)) ?? []))
  return facts
}
