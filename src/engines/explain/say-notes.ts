/** One sentence of the verifier or the simulator in English, and how it is said in Russian; `$1` stands for the first group. */
type Saying = readonly [english: RegExp, ru: string];

/** Notes of specifications, and what would mend a violation. */
const NOTES: readonly Saying[] = [
  [/^no zone that must not be entered is active during the flight$/, 'запретных зон во время полёта нет'],
  [
    /^nearest (\S+), (-?[\d.]+) m at ([\d.]+) s; exact on every leg$/,
    'ближе всего $1: $2 м на $3 с; точно на каждом отрезке',
  ],
  [
    /^nearest (\S+), (-?[\d.]+) m at ([\d.]+) s, more than ([\d.]+) m needed$/,
    'ближе всего $1: $2 м на $3 с, нужно больше $4 м',
  ],
  [
    /^nearest (\S+), (-?[\d.]+) m at ([\d.]+) s, more than ([\d.]+) m needed at a pad$/,
    'ближе всего $1: $2 м на $3 с, у площадки нужно больше $4 м',
  ],
  [/^the city has no buildings$/, 'в городе нет зданий'],
  [/^no sensitive zone is active during the flight$/, 'чувствительных зон во время полёта нет'],
  [/^no accepted operation flies during the flight$/, 'других принятых операций во время полёта нет'],
  [
    /^height nearest to the band's edge is (-?[\d.]+) m at ([\d.]+) s; no floor inside terminal cylinders$/,
    'ближе всего к краю полосы высота $1 м на $2 с; у площадок нижнего предела нет',
  ],
  [
    /^least room under a ceiling is (-?[\d.]+) m, under ([\d.]+) m$/,
    'наименьший запас до потолка $1 м, потолок $2 м',
  ],
  [/^(\S+) is never reached: (.*)$/, '$1: место не достигнуто. $2'],
  [/^reaches (\S+) at ([\d.]+) s; no deadline$/, 'прибытие в $1 на $2 с; срока нет'],
  [/^reaches (\S+) at ([\d.]+) s, deadline ([\d.]+) s$/, 'прибытие в $1 на $2 с, срок $3 с'],
  [
    /^(-?[\d.]+) percent left at the end, (-?[\d.]+) Wh used$/,
    'в конце остаётся $1 % заряда, расход $2 Вт·ч',
  ],
  [/^no corridor is flown through$/, 'полёт не проходит по коридорам'],
  [
    /^(\S+) has (-?[\d.]+) of (\d+) places left at its fullest, ([\d.]+) s$/,
    '$1: при наибольшей загрузке свободно мест $2 из $3, на $4 с',
  ],
  [
    /^w(\d+) is ([\d.]+) m from where (\S+) stands, (-?[\d.]+) m high$/,
    'точка $1 в $2 м от стоянки борта $3, высота $4 м',
  ],
  [/^w(\d+) is (-?[\d.]+) m above ground$/, 'точка $1: $2 м над землёй'],
  [/^w(\d+) is below the ground\.$/, 'точка $1 ниже земли.'],
  [
    /^all legs together are ([\d.]+) m too long for their times$/,
    'все отрезки вместе на $1 м длиннее, чем успеть за их время',
  ],
  [
    /^the tightest leg has (-?[\d.]+) m to spare within the limits of (\S+)$/,
    'у самого напряжённого отрезка запас $1 м в пределах борта $2',
  ],
  [
    /^wind or gusts of ([\d.]+) m\/s, (\S+) may fly in ([\d.]+) m\/s$/,
    'ветер или порывы $1 м/с, борт $2 летает до $3 м/с',
  ],
  [/^w(\d+) is nearest to the map's edge, (-?[\d.]+) m$/, 'ближе всего к краю карты точка $1: $2 м'],
  [/^(\S+) has no other operation$/, 'у борта $1 нет других операций'],
  [/^(\S+) also flies (\S+)$/, 'борт $1 занят и в операции $2'],
  [/^all (\d+) stops are reached in order$/, 'остановки пройдены по порядку: $1'],
  [/^w(\d+) claims a stop that is not in the mission$/, 'точка $1 названа остановкой, которой нет в задании'],
  [/^w(\d+) is ([\d.]+) m from (\S+)$/, 'точка $1 в $2 м от $3'],
  [/^w(\d+) is (-?[\d.]+) m above (\S+), not on the ground$/, 'точка $1 в $2 м над $3, а не на земле'],
  [
    /^w(\d+) hovers over (\S+) at ([\d.]+) m, outside the altitude band$/,
    'точка $1 висит над $2 на $3 м, вне полосы высот',
  ],
  [
    /^no landing place can be reached from the end: neither home nor a place that charges$/,
    'с конца полёта не достать ни одного места посадки: ни дома, ни места с зарядкой',
  ],
  [
    /^(-?[\d.]+) Wh are left at the end, (\S+) takes at least (-?[\d.]+) Wh, (-?[\d.]+) Wh must remain$/,
    'в конце остаётся $1 Вт·ч, до $2 нужно не меньше $3 Вт·ч, остаться должно $4 Вт·ч',
  ],
  [/^no other aircraft stands where the flight lands$/, 'там, где садится борт, других бортов нет'],
  [
    /^nearest on the ground: (\S+), (-?[\d.]+) m more than needed at (\S+)$/,
    'ближайший на земле борт $1: на $2 м дальше, чем нужно, место $3',
  ],
  [/^monitored on the whole flight$/, 'проверено на всём полёте'],
  [/^the flight ends before the window closes$/, 'полёт кончается раньше, чем закрывается окно'],
  [/^a window reaches more than a day ahead$/, 'окно уходит вперёд больше чем на сутки'],
  [/^no program rule is called (.+)$/, 'программного правила с таким именем нет: $1'],
  [/^Plan so that this specification holds\.$/, 'построить план, при котором эта спецификация выполнена.'],
  [/^Give the legs the time that the aircraft needs\.$/, 'дать отрезкам время, которое нужно борту.'],
  [
    /^Give the leg time: ([\d.]+) m are beyond the climb or descent rate\.$/,
    'дать отрезку время: $1 м сверх скорости набора или снижения.',
  ],
  [
    /^Give the leg time: ([\d.]+) m are beyond the air speed of ([\d.]+) m\/s in this wind\.$/,
    'дать отрезку время: $1 м сверх воздушной скорости $2 м/с при этом ветре.',
  ],
  [
    /^The specification (.+) does not hold; plan with more margin\.$/,
    'спецификация не выполнена, нужен больший запас: $1',
  ],
  [
    /^Wait for less wind or choose an aircraft with a higher wind limit\.$/,
    'ждать ветра слабее или взять борт, который летает в таком ветре.',
  ],
  [
    /^Plan again from the present position of the aircraft, on the ground\.$/,
    'построить план заново от нынешнего места борта на земле.',
  ],
  [
    /^Start later, or take another route or height than this traffic\.$/,
    'начать позже либо взять другой маршрут или высоту.',
  ],
  [/^Keep further from (\S+) or fly higher\.$/, 'держаться дальше от $1 или лететь выше.'],
  [
    /^Raise the route; touch the ground at stops only\.$/,
    'поднять маршрут; земли касаться только на остановках.',
  ],
  [
    /^Choose an aircraft with more charge, or a shorter route\.$/,
    'взять борт с большим зарядом или маршрут короче.',
  ],
  [
    /^Start later, or keep more than ([\d.]+) m from (\S+) by another route or height\.$/,
    'начать позже или держаться дальше $1 м от $2 по другому маршруту или высоте.',
  ],
  [/^Keep at least ([\d.]+) m further from (\S+)\.$/, 'держаться от $2 дальше хотя бы на $1 м.'],
  [
    /^Arrive (\d+) s earlier: a nearer or faster aircraft, or a shorter route\.$/,
    'прибыть на $1 с раньше: борт ближе или быстрее либо маршрут короче.',
  ],
  [
    /^Plan slower legs that this aircraft can fly in this wind, and reach every stop\.$/,
    'замедлить отрезки так, чтобы борт прошёл их при этом ветре, и пройти все остановки.',
  ],
  // What the simulator calls violated.
  [/^mean wind <= ([\d.]+) m\/s$/, 'средний ветер не больше $1 м/с'],
  [/^the plan starts where the aircraft stands$/, 'план начинается там, где стоит борт'],
  [/^distance to (\S+) > ([\d.]+) m$/, 'расстояние до $1 больше $2 м'],
  [/^height above ground > 0 away from stops$/, 'вне остановок борт выше земли'],
  [/^battery > 0$/, 'батарея не пуста'],
  [/^no near mid-air collision with (\S+)$/, 'без опасного сближения с $1'],
  [/^stay out of (\S+)$/, 'не входить в $1'],
  [/^arrive within ([\d.]+) s$/, 'прибыть за $1 с'],
  [/^battery at the end >= ([\d.]+)$/, 'доля заряда в конце не меньше $1'],
  [/^finish the plan within ([\d.]+) s$/, 'закончить план за $1 с'],
  // What a tool could not do.
  [/^no aircraft has the id (.+)$/, 'борта с таким именем нет: $1'],
  [/^no place has the id (.+)$/, 'места с таким именем нет: $1'],
  [/^the region here is (\S+), not (\S+)$/, 'район здесь $1, а не $2'],
];

/** A note of the verifier or the simulator in Russian; null where the sentence is none of theirs. */
export function noteInRussian(text: string): string | null {
  for (const [english, ru] of NOTES) if (english.test(text)) return text.replace(english, ru);
  return null;
}
