import { KEEP_DISTANCE } from './heights.ts';
import { pattern } from './pattern.ts';
import type { ReadIntent } from './reading.ts';

/** What a mention is to the task. */
export type Role =
  | 'from'
  | 'to'
  | 'at'
  | 'via'
  | 'avoid'
  | 'not_avoid'
  | 'around'
  | 'target'
  | 'sensitive'
  | 'handoff'
  | 'uav'
  | 'not_uav'
  | 'back'
  | 'payload';

/** What a word or phrase does to the reading of what follows. */
export type Act =
  | { readonly k: 'role'; readonly role: Role }
  | {
      readonly k: 'verb';
      readonly verb: Verb;
      readonly intent: ReadIntent | null;
      readonly weak: boolean;
      readonly then?: Role;
    }
  | { readonly k: 'not' }
  | { readonly k: 'glue' }
  | { readonly k: 'needs' };
export type Verb = 'drop' | 'pick' | 'look' | 'return' | 'charge' | 'move' | 'none';

const role = (r: Role): Act => ({ k: 'role', role: r });
const verb = (v: Verb, intent: ReadIntent | null, weak = false): Act => ({
  k: 'verb',
  verb: v,
  intent,
  weak,
});
/** A verb that holds its preposition, such as 送到. */
const verbTo = (v: Verb, weak: boolean): Act => ({
  k: 'verb',
  verb: v,
  intent: 'delivery',
  weak,
  then: 'to',
});

const ENTRY_EN =
  '(?:enter~|cross~|fly(?:ing)? (?:over|through|into|above|across|near|past)|overfly~|go(?:ing)? (?:through|into|over|near)|pass(?:ing)? (?:through|over|near|by)|through|over|travers~|approach~|violat~|into|touch~|us(?:e|ing) the airspace of|come near)';
const ENTRY_RU =
  '(?:лет~ (?:через|над|в)|лети(?:те)? (?:через|над|в)|пролета~(?: через| над)?|влета~(?: в)?|залета~(?: в)?|пересека~|заход~(?: в)?|проход~ (?:через|над)|через|над|попада~ в|нарушая|нарушать|приближа~ к|захода в|входа в|пролета (?:через|над)|пересечения)';
const ENTRY_HAN = '(?:进入|穿越|穿过|飞越|飞过|飞经|飞入|闯入|经过|通过|靠近|接近|途经|途径)';

/** Markers in three languages. At one place the longest wins, then the earlier. */
const TABLE: readonly (readonly [act: Act, sources: readonly string[]])[] = [
  [
    role('avoid'),
    [
      '(?:avoid~|without)(?: (?:fly|go|pass|cross|enter|travel|com)ing(?: (?:over|through|into|above|near|across|by|close to))?)?(?: the)?|avoid~|bypass~|circumvent~|evad(?:e|ing)|skirt(?:ing)?|detour(?:ing)? (?:around|past)|go(?:ing)? around|fly(?:ing)? around|route around|steer(?:ing)? (?:clear|around) (?:of )?|(?:stay|keep|steer|remain|staying|keeping) (?:away|clear|out|outside|well away|well clear)(?: (?:from|of))?|clear of|away from|except (?:through|over)|outside(?: of)?|out of reach of|shun',
      `(?:do not|don't|dont|never|not|without|must not|mustn't|should not|shouldn't|cannot|can't|may not|no) ${ENTRY_EN}(?: the)?`,
      'избега~(?: (?:полет~|пролет~|пересечени~|заход~|вход~)(?: (?:над|через|в))?)?|избежать|избегая|минуя|миновать|объезж~|объед~|обогн~|огиба~|обойди~?|обойти|обходи~|обходя|в обход|облетая|облетев|держи~ подальше от|держи~ в стороне от|подальше от|вдали от|в стороне от|вне|за пределами|исключи~|стороной',
      `(?:не|без|нельзя|никак не|не надо|не нужно)(?: надо| нужно)? ${ENTRY_RU}`,
      `避开|绕开|绕过|绕行|绕飞|避让|避免(?:进入|穿越|飞越|经过|飞过|穿过)?|远离|躲开|躲避|回避|别飞过|(?:不要|不得|不能|不可|不许|禁止|切勿|请勿|勿|别|不|严禁|未经)${ENTRY_HAN}|绕(?![^,.;]{1,16}圈)`,
    ],
  ],
  [
    role('not_avoid'),
    [
      "(?:do not|don't|dont|no need to|needn't|need not|not necessary to|you don't have to|without|not) (?:avoid~|bypass~|go(?:ing)? around|circumvent~|stay(?:ing)? away from)",
      'не (?:избега~|объезж~|обходи~|обходя|облета~|нужно (?:избегать|обходить|облетать)|надо (?:избегать|обходить|облетать)|обязательно (?:избегать|обходить|облетать))|(?:можно|необязательно) не (?:избегать|обходить)',
      '(?:不要|不用|不必|无需|无须|不需要|别|不)(?:避开|绕开|绕过|绕行|避让|回避|绕)',
    ],
  ],
  [
    role('sensitive'),
    ['sensitive|treat~? as sensitive|mind|чувствительн~|敏感(?:区域|区|点)?', KEEP_DISTANCE],
  ],
  [
    role('handoff'),
    [
      '(?:hand|handing|transfer|transferring|transship~) ?-?(?:it |the (?:package|cargo|payload) )?(?:off|over|points?)?(?: (?:at|to|in|via|through))|(?:hand-? ?off|hand-? ?over|transfer)(?: points?)?(?: (?:is|are|at|to|via|:))*|with (?:a )?(?:hand-? ?off|hand-? ?over|transfer) (?:at|in|via)',
      '(?:с )?(?:передач~|перегрузк~|пересадк~|перевалк~)(?: груза| посылки)?(?: (?:в|на|через|у))?|переда(?:й|ть|йте)(?: груз| посылку)? (?:на|в|через)|перегрузи~? (?:на|в)|через пункт передачи|пункт~ передачи(?: -|:)?',
      '(?:在|经|通过)(?=\\s*[\\ue000-\\uf8fe]\\s*(?:交接|中转|换乘|转运|移交))|交接点(?:为|是|设在|:)?|中转点(?:为|是|:)?|交接于|中转于',
    ],
  ],
  [
    role('not_uav'),
    [
      "(?:do not|don't|dont|never|not|without|avoid|must not) us(?:e|ing)|(?:excluding|except(?: for)?|other than|but not|anything but|not with|instead of|apart from|aside from)",
      'не (?:использу~|бери~?|брать|задействуй~?|примен~|отправля~|посыла~|назнача~)|кроме|исключая|за исключением|без использования|вместо',
      '(?:不要|别|不得|不能|禁止|勿|不)(?:使用|用|派|派遣|安排)|除了?|排除',
    ],
  ],
  [
    role('uav'),
    [
      'us(?:e|ing)|assign~?|deploy~?|with (?:the )?(?:drone|uav|aircraft)|by (?:drone|uav)|let',
      'использу~|используя|с помощью|при помощи|силами|назначь~?|задействуй~?|пусть',
      '使用|派遣|派出|派|指派|安排|让|叫|调用|调派|动用|用(?!时|电|完|于)',
    ],
  ],
  [
    role('from'),
    [
      'from|out of|starting (?:from|at|in)|departing(?: from)?|leaving(?: from)?|origin(?: is|:)?|source(?: is|:)?|pick~ (?:it |the \\S+ |\\S+ )?up (?:at|from|in)|collect~ (?:it |the \\S+ |\\S+ )?(?:at|from|in)|take off from|pickup(?: at| from|:)?',
      'из|со?|от|изо|начиная (?:с|от|из)|стартуя (?:с|из|от)|старт(?: -|:| из| с)?|вылет(?: из| с)?|отправление(?: -|:)?|пункт отправления(?: -|:)?|откуда(?: -|:)?|забрав (?:из|в|на|с|со|у|от)',
      '从|自|由|起点(?:为|是|:)?|出发地(?:为|是|:)?|始发地(?:为|是|:)?|取货(?:点|地)?(?:为|是|:)?|来自',
    ],
  ],
  [
    role('to'),
    [
      'to|towards?|into|onto|destination(?: is|:)?|target(?: is|:)|drop~ (?:it |them |the \\S+ )?off (?:at|in)|bound for|for(?! the sake)|until|reach~|arriv~ (?:at|in)|>|-\\s*>|=\\s*>|heading (?:to|for)|end(?:ing)? (?:at|in)',
      'до|к|ко|для|куда(?: -|:)?|пункт назначения(?: -|:)?|назначение(?: -|:)?|цель(?: -|:)|адрес(?: -|:)|прибыть (?:в|на|к)|добраться до|адресат(?: -|:)?|получатель(?: -|:)?',
      '到|至|往|向|给|朝|抵达|到达|去往|目的地(?:为|是|:)?|终点(?:为|是|:)?|目标(?:地点?)?(?:为|是|:)',
    ],
  ],
  [
    role('at'),
    [
      'at|in|on|inside|within|by|near|(?:not )?far(?: away)? from|across from|close to|next to|opposite|в|во|на|у|возле|около|рядом со?|близко к|вблизи(?: от)?|недалеко от|неподалеку от|далеко от|напротив|справа от|слева от|по адресу|在|于|位于',
    ],
  ],
  [
    role('via'),
    [
      'via|through|by way of|passing(?: by| through)?|stopping (?:at|in)|stop(?:ping)? (?:over )?(?:at|in)|with (?:a )?stops? (?:at|in)|past|visit(?:ing)?',
      'через|с остановк~ (?:в|на|у)|с заход~ (?:в|на|к)|по пути (?:в|на|к|через)|мимо|заглянув (?:в|на)|посети~?|посетив',
      '经由|经过|途经|途径|路过|经停|经|通过|中途停靠|穿过|穿越|飞越|飞过|飞经|飞穿|越过',
    ],
  ],
  [
    role('target'),
    [
      'over|above|along|between|across|points?:|waypoints?:?|route:|над|по|вдоль|между|маршрут:|точки:|沿着?|对|针对|围绕|航点(?:为|:)?|依次(?:飞?经过)?|按顺序',
    ],
  ],
  [
    role('around'),
    ['облет(?:и|ите|еть|ай|айте|а|ом)?(?: вокруг)?|around|вокруг|环绕|绕着|围着|绕(?=[^,.;]{1,16}圈)'],
  ],
  [
    verb('return', 'return'),
    [
      '(?:go|come|fly|head|get|bring|send|take)(?=(?: it| them| the (?:drone|uav|aircraft))?\\s*[\\ue000-\\uf8fe]?\\s+(?:back|home)(?![a-z]))',
    ],
  ],
  [
    verb('drop', 'delivery'),
    [
      'deliver~|bring~?|carry|carrying|transport~?|ship(?:ping|ped|ment)?|haul~?|convey~?|courier|drop~ (?:off)?|hand deliver|fetch(?:ing)?|parcel run|delivery',
      'достав~|привез~|привози~|отвез~|отвози~|перевез~|перевози~|перевозк~|переправ~|переброс~|отнес~|принес~|вези|везти|транспортир~|завез~|подвез~|сброс~|довез~|донес~|закинь|подкинь|выгрузи~?|выгрузить|разгрузи~?|сгрузи~?|положи~?|передай',
      '配送|运送|运输|投递|派送|递送|投送|快递|转运|运走|捎|送货|送(?=\\s*(?:[^,.;到往至达去给]|$))|运(?=\\s*[^,.;到往至达行营])|空投',
    ],
  ],
  [
    verb('pick', null),
    [
      'pick~ up|pick up|collect~?|grab|load|get(?= (?:the |a |some )?\\S+ from)',
      'забер~|забрать|забирай~?|возьми~?|взять|взяв|забрав|загрузи~?|подбер~|захвати~?|получи~?',
      '取(?:货|件|走|上)?|领取|提取|装载|拿上?',
    ],
  ],
  [
    verb('move', 'delivery', true),
    [
      'send|sending|dispatch~?|take|taking|move|moving|fly|flying|go|get(?! rid)|transfer|need~? (?:a )?(?:flight|drone)|supply|provide|rush|run',
      'отправ~|посла~|пошли~?|направ~|лети~?|лететь|полет~|слетай~?|езжай|перемести~?|перелет~|вылетай~?|вылети~?|следуй~?|гони|нужен (?:рейс|полет)|снабди~?',
      '飞(?!行|越|过|经|机|入)|送',
    ],
  ],
  [
    verbTo('drop', false),
    [
      '(?:配|运|投|递|派)?送(?:到|往|至|去|达|给|抵)|运(?:到|往|至|去|抵)|投递(?:到|至|给)|空投(?:到|至|给)|转运(?:到|至|往)|运输(?:到|至|往)|交付给?',
    ],
  ],
  [verbTo('move', true), ['飞往|飞到|飞去|飞向|飞至|前往|赶往|赶到|去|派往|派到|派去|调往|发往']],
  [
    verb('look', 'patrol'),
    [
      'patrol~?|sweep|(?:fly|flying) over|fly-?over(?: of)?|(?:make|do|fly) a round(?: over| of)?|fly (?:a )?(?:rounds?|circuit|loop|patrol)|do (?:the )?rounds?|rounds? of|make (?:the )?rounds?|tour(?: of)?|guard(?:ing)?',
      'патрул~|пролети~? над|обход (?=\\S*[\\ue000-\\uf8fe])|дозор~|облетай~? (?:территори~|участок)|совершай? облет|сделай облет|соверши облет|выполни облет|облет (?:по )?(?:маршрут~|точ~|объект~|территори~)',
      '巡逻|巡查|巡航|巡视|巡飞|巡护|警戒',
    ],
  ],
  [
    verb('look', 'inspection'),
    [
      'inspect~?|eyes on|visual(?:s)? (?:on|of)|(?:live )?(?:video|footage|imagery|feed|stream)(?: of| from| at| over)?|(?:photos?|pictures?|images?) of|once-over|look for (?:damage|cracks|faults|leaks|defects|problems)(?: (?:on|at|in|along))?|inspection~?|check~?(?! with)|examin~?|survey~?|look at|photograph~?|take (?:photos?|pictures?) of|film|scan|assess(?: the (?:state|condition|damage) of)?|have a look at',
      'осмотр~|посмотр~|взглян~|глян~|погляд~|видео(?: с)?|(?:фото|видео|аэро)?съемк~|фото(?:графи~)?|осматрив~|провер~|инспек~|проинспек~|обследу~|обследова~|сфотографир~|снять|сними|отсними~?|диагност~|осмотрев|оцени~? (?:состояние|ущерб)',
      '检查|看看|看一看|看一下|瞧瞧|实时画面|画面|视频|影像|照片|巡检|检测|勘察|勘查|查看|排查|察看|检修|查验|核查|拍摄|拍照|视察|查勘|勘验',
    ],
  ],
  [
    verb('look', 'monitoring'),
    [
      'monitor(?:ing|s|ed)?|watch(?:ing)?(?: over)?|observ(?:e|ing|ation)~?|surveil~|keep (?:an |your )?eyes? on|track(?:ing)?|oversee',
      'монитор~|наблюд~|следи~?|следить|проследи~?|последи~?|отслежив~|отследи~?|контролируй~?|понаблюд~|присматривай~?|вести наблюдение',
      '监测|监控|监视|观察|观测|监看|盯住|看守|监护|监督',
    ],
  ],
  [
    verb('return', 'return'),
    [
      'return(?:s|ing|ed)?(?: (?:home|to base|to (?:its|the) (?:home|base)))?|back(?: to (?:base|home))?|home|rtb|rth|return to base|recall',
      'верни~?|верну~|возвра~|домой|на базу|отзови~?|отозвать|назад|обратно',
      '返航|返回|飞回|回到|回家|回基地|召回|撤回|归航|回航|返程|回(?=\\s*[\\ue000-\\uf8fe])',
    ],
  ],
  [
    verb('charge', 'charge'),
    [
      'charg(?:e|ing)|recharg(?:e|ing)|top up(?: the battery)?|plug in|refuel',
      'заряди~?|зарядк~|подзаряд~|заряжа~|дозаряд~|на зарядку|перезаряд~',
      '充电|补电|充满电?|补充电量',
    ],
  ],
  [
    verb('none', 'emergency'),
    [
      'emergenc(?:y|ies)|rescue|evacuat~|medevac|sos|first aid(?! kits?)|disaster relief|life-?saving',
      'экстренн~|чрезвычайн~|аварийн~|чп|чс|спасательн~|спаси~?|спасти|эвакуац~|эвакуир~|скор~ помощ~|неотложная помощь',
      '应急(?!包|箱)|急救(?!包|箱|药|物资|用品|设备|人员)|救援(?!物资|设备|包)|抢救|救灾|救护|求救|紧急(?:医疗|救援|救护|任务|情况|事件|配送|运送|投送|投递|递送|派送|出动|响应)?',
    ],
  ],
  [
    verb('none', null),
    [
      'stay|remain|hover~?|wait|hold|hurry|thanks?(?: you)?|be careful',
      'жди|подожди|оставайся|зависни|спасибо|поторопись|будь осторожен',
      '等待|悬停|停留|谢谢|小心|注意',
    ],
  ],
  [
    { k: 'needs' },
    [
      'needs?|needed|required|requires?|is waiting for|are waiting for|urgently needs?|wants?|asks? for|lacks?|is out of|нужн~|требует~?|необходим~|ждет|ждут|не хватает|понадоби~|需要|急需|缺少?|要求|等待',
    ],
  ],
  [
    { k: 'not' },
    [
      "do not|don't|dont|never|not|no|under no circumstances|by no means|ни в коем случае(?: не)?|ни при каких (?:обстоятельствах|условиях)(?: не)?|任何情况下都?不(?:要|得|能)?|千万(?:别|不要)|绝(?:对)?不(?:要|能|得)?|no need to|не|нет|не надо|не нужно|нельзя|без|不要|不得|不用|不必|无需|别|勿|请勿|切勿|不是|并非|没有|无|不",
    ],
  ],
  [
    { k: 'glue' },
    [
      'under any circumstances|ever|the|a|an|this|that|these|those|please|then|next|and|or|also|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|lastly|afterwards|after that|before that|both|now|so|must|should|need to|its|it|them|his|her|their|drones?|uavs?|aircraft|unmanned|i need you to|can you|could you|would you|we need to|be|is|are',
      'и|или|а|его|ее|их|свой|свою|своей|своем|дрон~|бпла|беспилотник~|потом|затем|далее|сначала|сперва|наконец|также|пожалуйста|надо|нужно|этот|эту|эта|это|те|тот|ту|нам|мне|необходимо|прошу|следует|должен|должна|после этого|после чего',
      '请|它的?|其|无人机|飞机|然后|接着|再|先|最后|并且?|和|与|及|以及|或|把|将|一下|需|应|须|务必|同时|之后|随后|依次|这个|那个|该|此|的',
    ],
  ],
];

const MARKERS = TABLE.map(([act, sources]) => ({ act, at: pattern(sources.join('|'), 'guy') }));

/** A marker found at a place. */
export type MarkerFound = { readonly act: Act; readonly end: number };

/** The longest marker that starts at a place of the work text; null where none does. */
export function markerAt(text: string, start: number): MarkerFound | null {
  let best: MarkerFound | null = null;
  for (const { act, at } of MARKERS) {
    at.lastIndex = start;
    const match = at.exec(text);
    if (match === null || match[0].length === 0) continue;
    const end = start + match[0].length;
    if (best === null || end > best.end) best = { act, end };
  }
  return best;
}
