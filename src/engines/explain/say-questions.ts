/** What the reader of instructions asks or refuses, in English, Russian and Chinese. */
export const QUESTIONS: readonly (readonly [en: string, ru: string, zh: string])[] = [
  [
    'A battery reserve is between 0 and 100 %.',
    'Резерв батареи от 0 до 100 %.',
    '电量储备在 0 到 100 % 之间。',
  ],
  [
    'A deadline is between 1 second and 24 hours.',
    'Срок от 1 секунды до 24 часов.',
    '时限在 1 秒到 24 小时之间。',
  ],
  [
    'A delivery ends at its destination: the way back is a task of its own.',
    'Доставка кончается в месте назначения: обратный путь задаётся отдельно.',
    '配送在目的地结束：返程是另一个任务。',
  ],
  ['A flight home has no stops on the way.', 'Полёт домой не имеет остановок.', '返航途中不设停靠。'],
  [
    'A height is between 0 and 1000 m above ground.',
    'Высота от 0 до 1000 м над землёй.',
    '高度在离地 0 到 1000 米之间。',
  ],
  [
    'A place that is not to be visited: name the zone to keep out of instead.',
    'Место, куда не лететь: назовите зону, которую обойти.',
    '不去的地点：请改为说明要避开的区域。',
  ],
  ['A separation is at most 1000 m.', 'Дистанция не больше 1000 м.', '间隔最多 1000 米。'],
  [
    'A task document cannot ask for a corridor or keep out of one.',
    'Коридор в задании нельзя ни требовать, ни запрещать.',
    '任务不能指定或排除走廊。',
  ],
  [
    'A volume does not say what is to be lifted: say the mass.',
    'Объём не говорит, что поднимать: назовите массу.',
    '体积不说明载重：请给出质量。',
  ],
  [
    'Heights are above ground here; this one is above sea level. Say it above ground.',
    'Высоты здесь над землёй, а эта над уровнем моря. Назовите её над землёй.',
    '这里的高度是离地高度，而此高度是海拔。请用离地高度。',
  ],
  [
    'High risk is not taken from a description: say that it is accepted, e.g. "maximum risk high".',
    'Высокий риск из описания не берётся: скажите, что он допустим, например «риск не выше высокого».',
    '高风险不从描述中读取：请明说可接受，例如“风险不超过高”。',
  ],
  [
    'It is not clear what this is to the task: say "from", "to", "via" or "avoid" before it.',
    'Неясно, чем это служит заданию: поставьте перед ним «из», «в», «через» или «в обход».',
    '不清楚它在任务中的作用：请在前面加“从”“到”“经”或“避开”。',
  ],
  [
    'It is not clear what this place is to the task: from here, to here, or on the way?',
    'Неясно, чем это место служит заданию: отсюда, сюда или по пути?',
    '不清楚该地点的作用：起点、终点还是途经？',
  ],
  [
    'No flight is without risk: say the highest level that is accepted.',
    'Полёта без риска нет: назовите наибольший допустимый.',
    '没有无风险的飞行：请说明可接受的最高等级。',
  ],
  [
    'Nothing usable is left beside the excluded aircraft.',
    'Кроме исключённых, годных бортов нет.',
    '除被排除的之外没有可用飞行器。',
  ],
  [
    'One exact height has no tolerance: say the lowest and the highest height.',
    'У одной точной высоты нет допуска: назовите наименьшую и наибольшую.',
    '单一高度没有容差：请给出最低和最高高度。',
  ],
  ['Origin and destination are the same place.', 'Откуда и куда совпадают.', '起点和终点相同。'],
  [
    'The aircraft returns to its own home, which may be another place: name the aircraft.',
    'Борт возвращается на свою базу, а она может быть другой: назовите борт.',
    '飞行器返回自己的基地，可能是别处：请指定飞行器。',
  ],
  [
    'The height has no unit: say metres or feet.',
    'У высоты нет единицы: скажите метры или футы.',
    '高度没有单位：请说米或英尺。',
  ],
  [
    'The same aircraft is asked for and excluded.',
    'Один и тот же борт назван и исключён.',
    '同一飞行器既被指定又被排除。',
  ],
  [
    'The time has no unit: say seconds, minutes or hours.',
    'У времени нет единицы: скажите секунды, минуты или часы.',
    '时间没有单位：请说秒、分钟或小时。',
  ],
  [
    'The time zone is not known: say the time in UTC or with its offset.',
    'Часовой пояс неизвестен: назовите время по UTC или со сдвигом.',
    '时区未知：请用 UTC 或注明偏移。',
  ],
  ['There is no such time of day.', 'Такого времени суток нет.', '没有这样的时刻。'],
  [
    'This is airspace, not a place to fly to: name a place.',
    'Это воздушное пространство, а не место: назовите место.',
    '这是空域，不是地点：请说明地点。',
  ],
  [
    'This may be a time of day or a duration: say which, e.g. 02:00 or "within 2 hours".',
    'Это может быть время суток или длительность: скажите что, например 02:00 или «за 2 часа».',
    '这可能是时刻或时长：请说明，例如 02:00 或“2小时内”。',
  ],
  [
    'This may be how long to stay or when to be there at the latest: only the latter can be held. Say "by".',
    'Это может быть, сколько оставаться или к какому времени прибыть: держать можно лишь второе. Скажите «к».',
    '这可能是停留多久或最晚到达时刻：只能保证后者。请说“之前”。',
  ],
  [
    'This number is not understood: say its unit and what it limits.',
    'Число непонятно: назовите единицу и что оно ограничивает.',
    '数字不明：请说明单位和限制对象。',
  ],
  [
    'This number may be read in two ways: write it without separators of thousands.',
    'Число читается двояко: напишите его без разделителей тысяч.',
    '数字有两种读法：请不要用千位分隔符。',
  ],
  [
    'The second number has no unit: say hours and minutes.',
    'У второго числа нет единицы: скажите часы и минуты.',
    '第二个数字没有单位：请说小时和分钟。',
  ],
  [
    'This quantity is not understood: say what it limits.',
    'Величина непонятна: скажите, что она ограничивает.',
    '该数量不明：请说明它限制什么。',
  ],
  [
    'Two tasks in one instruction: give one task at a time.',
    'Два задания в одном: давайте по одному.',
    '一条指令里有两个任务：请一次给一个。',
  ],
  [
    'What to do where the task is impossible: ask a person, move by ground, wait or refuse.',
    'Что делать, если нельзя: спросить человека, везти по земле, ждать или отказать.',
    '无法完成时：询问人员、改走地面、等待或拒绝。',
  ],
  [
    'A band that is left out leaves two: say the lowest and the highest height.',
    'Запрещённая полоса оставляет две: назовите наименьшую и наибольшую высоту.',
    '排除一段会剩两段：请给出最低和最高高度。',
  ],
  [
    'A distance that describes a place is not read: name the place, or say "keep at least".',
    'Расстояние в описании места не читается: назовите место или скажите «держись не ближе».',
    '描述地点的距离不读取：请说明地点，或说“至少保持”。',
  ],
  [
    'A time of departure has no field: only a latest time of arrival can be held.',
    'Время вылета задать нельзя: держать можно лишь срок прибытия.',
    '无法设定起飞时间：只能保证最晚到达时间。',
  ],
  [
    'An earliest time has no field: only a latest time of arrival can be held.',
    'Раннее время задать нельзя: держать можно лишь срок прибытия.',
    '无法设定最早时间：只能保证最晚到达时间。',
  ],
  [
    'An aircraft starts where it stands: name the aircraft.',
    'Борт вылетает оттуда, где стоит: назовите борт.',
    '飞行器从所在处出发：请指定飞行器。',
  ],
  [
    'No zone carries this name: only zones can be kept out of.',
    'Зоны с таким именем нет: обходить можно только зоны.',
    '没有该名称的区域：只能避开区域。',
  ],
  [
    'One task is flown by one aircraft: say "or" where either may fly.',
    'Задание выполняет один борт: скажите «или», если годится любой.',
    '一个任务由一架飞行器执行：任一皆可时请说“或”。',
  ],
  ['One task is flown by one aircraft.', 'Задание выполняет один борт.', '一个任务由一架飞行器执行。'],
  [
    'Quoted words are not read as the task: say them without quotes if they are meant.',
    'Слова в кавычках заданием не считаются: скажите их без кавычек, если они нужны.',
    '引号中的话不作任务读取：如需要请去掉引号。',
  ],
  [
    'The lowest height is not below the highest.',
    'Наименьшая высота не ниже наибольшей.',
    '最低高度不低于最高高度。',
  ],
  [
    'This may be the mass of one piece or of all of them: say the whole mass.',
    'Это масса одной штуки или всех: назовите общую массу.',
    '这可能是单件或总质量：请给出总质量。',
  ],
  [
    'This unit is not read: say seconds, minutes or hours, metres, kilometres or feet.',
    'Единица не читается: скажите секунды, минуты, часы, метры, километры или футы.',
    '该单位不读取：请用秒、分钟、小时、米、公里或英尺。',
  ],
  [
    'A place in a subordinate clause is not read: say it in a sentence of its own.',
    'Место в придаточном не читается: скажите его отдельно.',
    '从句中的地点不读取：请单独说明。',
  ],
  [
    'A point beside a place has no name here: name a place of the city.',
    'У точки рядом с местом нет имени: назовите место города.',
    '地点旁边的点没有名称：请说明城市中的地点。',
  ],
  [
    'A task is flown once: repetition and duration have no field.',
    'Задание выполняется один раз: повторов и длительности задать нельзя.',
    '任务只飞一次：不能设定重复和时长。',
  ],
  [
    'This condition is not understood: a task document holds what to do where the task is impossible, and no other condition.',
    'Условие непонятно: задание хранит лишь то, что делать, если оно невыполнимо.',
    '条件不明：任务只能说明无法完成时怎么办。',
  ],
  [
    'A unit stands here with a number that is not understood.',
    'Единица стоит при непонятном числе.',
    '单位旁的数字不明。',
  ],
  [
    'Only a latest time of arrival can be held, with hours and minutes, e.g. "by 14:30".',
    'Держать можно лишь срок прибытия с часами и минутами, например «к 14:30».',
    '只能保证最晚到达时间，需含小时和分钟，例如“14:30之前”。',
  ],
  [
    'Stopping or cancelling something is no flight task.',
    'Остановить или отменить: не полётное задание.',
    '停止或取消不是飞行任务。',
  ],
  [
    'This is a question or a report rather than a task: say what is to be flown.',
    'Это вопрос или отчёт, а не задание: скажите, куда лететь.',
    '这是问题或报告而非任务：请说明要飞什么。',
  ],
  [
    'This is where an aircraft stands: name the aircraft.',
    'Это место стоянки борта: назовите борт.',
    '这是飞行器停放处：请指定飞行器。',
  ],
  [
    'This place asks for the task: say what it is to the flight, with "from" or "to".',
    'Это место просит о задании: скажите, чем оно служит полёту: «из» или «в».',
    '该地点提出请求：请用“从”或“到”说明它与飞行的关系。',
  ],
  [
    'This place is named beside a person: say what it is to the flight, with "from" or "to".',
    'Место названо при человеке: скажите, чем оно служит полёту: «из» или «в».',
    '该地点与人一起提到：请用“从”或“到”说明它与飞行的关系。',
  ],
  [
    'This time is not exact: say a time of day or a duration.',
    'Время неточно: назовите время суток или длительность.',
    '时间不精确：请给出时刻或时长。',
  ],
];
