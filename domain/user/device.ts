const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

const first = (agent: string, names: readonly (readonly [RegExp, string])[]): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/**
 * A browser's long word on itself as a person would say it; what cannot be told stays as it is, shortened.
 * @example deviceName('Mozilla/5.0 (iPhone; …) … Version/18.0 Mobile/15E148 Safari/604.1') // 'Safari, iPhone'
 */
export function deviceName(agent: string): string {
  const known = [first(agent, browsers), first(agent, systems)].filter((name) => name !== undefined)
  return known.length > 0 ? known.join(', ') : agent.slice(0, 40)
}
