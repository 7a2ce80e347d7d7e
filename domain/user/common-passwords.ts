/**
 * The passwords that are guessed first, among those the rule would otherwise allow: a common word with
 * a common number behind or before it, walks over the keyboard, and counting.
 */
const words = `
  a aa aaa ab abc abcd abcde abcdef asd asdf asdfg asdfgh az azerty baby badboy barcelona baseball basketball
  batman beautiful bitcoin blink boss butterfly buster charlie chelsea chocolate computer cookie crypto dan daniel
  diamond dragon eagle flower football forever freedom friend friends fuckyou george ginger google guest hallo hannah
  happy heaven hello hockey home house hunter iloveyou internet jasmine jennifer jessica jesus jordan joshua juventus
  killer king lakers letmein liverpool login london love lovely loveme lucky mama manager manutd marina martin master
  matrix maverick maxwell merlin michael michelle mickey monday monkey mother mustang mypass mypassword naruto
  newpass nicole ninja nothing october orange pass passw passwd password patrick peanut pepper player pokemon
  power prince princess purple q qaz qq qw qwe qwer qwert qwerty qwertyuiop qazwsx rainbow ranger realmadrid robert
  root samsung samantha sample scooter secret shadow silver smile snoopy soccer spiderman star starwars stella
  summer sunshine super superman teamo temp test thomas thunder tigger tiger trustno user vanessa victoria
  welcome whatever william winner winter woaini wang wo xbox x xx yankees yellow z zxc zxcv zxcvb zxcvbn zxcvbnm
  passwort hola amor teamo tequiero contrasena ciao amore ciaociao juve parola segreto sakura doraemon tokyo nihon
  sarang korea li liu zhang chen
`
const numbers = `
  0 00 000 0000 000000 007 01 02 03 1 10 100 1000 11 111 1111 11111 111111 12 121 1212 123 1230 123123 1234 12345
  123456 1234567 12345678 123456789 1234567890 123321 1314 13 1313 147 159 159753 2 21 22 222 2222 23 2580 3 321
  33 333 4 4321 44 456 5 5201314 520 521 54321 55 555 5555 6 654321 66 666 6666 666666 69 7 77 777 7777 777777
  786 789 8 88 888 8888 888888 9 987 987654321 99 999 9999
`
const walks = `
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3 q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc qaz123wsx zaq12wsx
  zaq1xsw2 xsw21qaz qwe123qwe 123qwe123 123qweasd qwe123asd q12345 q123456 a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 z1x2c3
  z1x2c3v4 abc123abc 1a2b3c 1a2b3c4d p4ssword passw0rd p4ssw0rd pa55word pa55w0rd passw0rd1 pass1word letme1n w3lcome
  adm1n l0gin g00gle qwerty1q 12qwaszx 1qazxsw2 qwaszx12 asd123asd 1q1q1q 1q1q1q1q 1a1a1a 1z2x3c 3rjs1la7qe
  trustno1 ncc1701 thx1138 bond007 agent007 charlie1 rush2112 blink182 password123456 qwerty123qwerty
`

const list = (text: string) => new Set(text.trim().split(/\s+/))
const commonWords = list(words)
const commonNumbers = list(numbers)
const commonWalks = list(walks)

/** Whether a password is among the first that anyone would guess; case does not help. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  if (commonWalks.has(lower)) return true
  const parts = /^(?<before>\d*)(?<word>[a-z]+)(?<after>\d*)$/.exec(lower)?.groups
  if (!parts || !commonWords.has(parts.word!)) return false
  return isCommonNumber(parts.before!) && isCommonNumber(parts.after!)
}

const isCommonNumber = (digits: string) =>
  digits === '' || commonNumbers.has(digits) || /^(19[4-9]\d|20[0-4]\d)$/.test(digits)
