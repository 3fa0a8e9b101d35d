"""Invented findings on invented Chinese and mixed texts, sorted by hand into concerns."""

from collections import defaultdict
from itertools import combinations

import pytest

from workbench.core.identity.identity import KnownConcern, place
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.sources import Source, SourceKind

LIBRARY = """# 书架账

书架账帮助小型图书馆登记借书和还书。它是目前最快的借阅登记工具，装好就能用。

## 安装

下载安装包后双击即可。部分电脑需要先安装其他组件。

## 使用

每天关门前运行一次核对命令，结果会保存到平时的位置。借期超过规定天数的书会被标成红色。

## 备份

账本每周自动备份一次。如果硬盘损坏，可以从备份恢复。

## 许可

本软件对学校免费，其他机构请联系作者。
"""
MIXED = """# 潮見 tidewatch

`tidewatch` は港の潮位を記録する CLI です。Runs anywhere and needs no configuration.

## Install

`pip install tidewatch` を実行してください。古い OS では追加の library が必要です。

## 使い方

`tidewatch run` を実行すると結果が default の場所に保存されます。

## Limits

公開された検潮所のない港は追えません。
"""
Said = tuple[str, str, str, str, str, str]
"""The concern, the reader, the words of the text, the consequence, the problem and the change."""

ON_LIBRARY: list[Said] = [
    (
        "fastest",
        "skeptic",
        "目前最快的借阅登记工具",
        "我会认为这是广告，不再相信后面的说法。",
        "“最快”没有任何数据支持，也没有说和哪些工具相比。",
        "给出测量数据，或删去“最快”。",
    ),
    (
        "fastest",
        "researcher",
        "它是目前最快的借阅登记工具，装好就能用。",
        "我无法引用这个说法，只好去别处找对比数据。",
        "没有测量数据，也没有对比的工具，却说自己最快。",
        "用一次实测说明比哪些工具快多少。",
    ),
    (
        "fastest",
        "editor",
        "最快的借阅登记工具",
        "读者会问最快是跟什么工具比，而文中没有回答。",
        "“最快”这个说法缺少依据和比较的对象。",
        "补上测量的依据，或不说最快。",
    ),
    (
        "components",
        "newcomer",
        "部分电脑需要先安装其他组件。",
        "安装失败时我不知道该装哪个组件，只能放弃。",
        "没有说是哪些电脑、哪些组件。",
        "列出每种系统需要安装的组件名称。",
    ),
    (
        "components",
        "engineer",
        "需要先安装其他组件",
        "我无法提前准备组件，安装会中断。",
        "组件的名称和版本都没有写。",
        "写明需要的组件名称、版本和下载地址。",
    ),
    (
        "components",
        "skeptic",
        "部分电脑需要先安装其他组件",
        "我只能猜自己的电脑要不要装组件。",
        "“部分电脑”和“其他组件”都没有说清楚是哪些。",
        "说清楚哪些系统需要哪些组件。",
    ),
    (
        "location",
        "newcomer",
        "结果会保存到平时的位置",
        "我第一次运行核对以后找不到结果文件。",
        "“平时的位置”在哪里，新用户不知道。",
        "写出结果文件的保存路径。",
    ),
    (
        "location",
        "engineer",
        "结果会保存到平时的位置。",
        "我的脚本无法读取核对的结果文件。",
        "没有给出结果的保存路径。",
        "给出默认的保存路径，以及怎样修改。",
    ),
    (
        "days",
        "newcomer",
        "借期超过规定天数的书会被标成红色",
        "我看到红色也不知道这本书超了几天。",
        "规定天数是多少、在哪里设置，都没有说明。",
        "说明默认的借期天数和设置的地方。",
    ),
    (
        "days",
        "researcher",
        "超过规定天数的书",
        "我会以为借期天数不能修改。",
        "规定的借期天数由谁设置、默认是多少，没有写。",
        "写出默认的借期天数，并说明怎么设置。",
    ),
    (
        "restore",
        "engineer",
        "如果硬盘损坏，可以从备份恢复。",
        "硬盘真的损坏时我不会恢复，账本就丢了。",
        "只说可以从备份恢复，没有写恢复的步骤。",
        "加上从备份恢复的步骤。",
    ),
    (
        "restore",
        "skeptic",
        "可以从备份恢复",
        "出事时我不知道怎么恢复，等于没有备份。",
        "怎样从备份恢复，步骤完全没有写。",
        "写明恢复的步骤和备份所在的位置。",
    ),
    (
        "licence",
        "researcher",
        "其他机构请联系作者。",
        "我们是博物馆，想用却联系不到作者。",
        "没有作者的联系方式，也没有说费用。",
        "给出作者的联系方式和费用。",
    ),
    (
        "licence",
        "editor",
        "本软件对学校免费，其他机构请联系作者",
        "其他机构的读者想联系作者，却不知道怎么联系。",
        "让人联系作者，却没有写联系方式。",
        "补上作者的联系方式。",
    ),
    (
        "once",
        "skeptic",
        "账本每周自动备份一次。",
        "周五硬盘坏了，我会丢掉四天的借阅记录。",
        "每周一次的备份太少，也不能改成每天。",
        "说明能否改成每天备份。",
    ),
]
ON_MIXED: list[Said] = [
    (
        "anywhere",
        "skeptic",
        "Runs anywhere and needs no configuration.",
        "自分の OS で動くのか分からず、install をためらう。",
        "Runs anywhere の根拠がなく、対応する OS が書かれていない。",
        "動作を確認した OS を列挙する。",
    ),
    (
        "anywhere",
        "engineer",
        "Runs anywhere",
        "server の OS で動くか分からず、自分で試すしかない。",
        "どの OS で動くのか書かれていない。anywhere は広すぎる。",
        "動作を確認した OS を書く。",
    ),
    (
        "library",
        "newcomer",
        "古い OS では追加の library が必要です。",
        "install に失敗しても、何を入れれば直るのか分からない。",
        "どの library が必要なのか書かれていない。",
        "必要な library の名前を OS ごとに書く。",
    ),
    (
        "library",
        "engineer",
        "追加の library が必要",
        "必要な library を先に入れておくことができない。",
        "必要な library の名前と version が書かれていない。",
        "必要な library の名前と version を挙げる。",
    ),
    (
        "default",
        "newcomer",
        "結果が default の場所に保存されます",
        "実行しても結果の file を見つけられない。",
        "default の場所がどこなのか書かれていない。",
        "結果の保存先の path を書く。",
    ),
    (
        "default",
        "engineer",
        "default の場所",
        "script から結果の file を読めない。",
        "結果の保存先の path が書かれていない。",
        "保存先の path と変更方法を書く。",
    ),
    (
        "limits",
        "researcher",
        "公開された検潮所のない港は追えません。",
        "自分の港が追えるのか、動かすまで分からない。",
        "公開された検潮所を調べる方法が書かれていない。",
        "検潮所の一覧への link を載せる。",
    ),
]


def findings(said: list[Said], text: str) -> list[Finding]:
    readers = {reader: n for n, reader in enumerate(dict.fromkeys(who for _, who, *_ in said), start=1)}
    found = []
    for id, (_, reader, quote, consequence, problem, change) in enumerate(said, start=1):
        start = text.index(quote)
        found.append(
            Finding(
                Source(SourceKind.READER, reader, "w"),
                FindingKind.FINDING,
                quote,
                problem,
                consequence,
                change,
                span=Span(start, start + len(quote)),
                id=id,
                reading=readers[reader],
            )
        )
    return found


@pytest.mark.parametrize(
    ("said", "text"), [(ON_LIBRARY, LIBRARY), (ON_MIXED, MIXED)], ids=["chinese", "japanese-and-english"]
)
def test_findings_are_one_concern_where_the_hand_that_wrote_them_said_so(said: list[Said], text: str) -> None:
    placed = [placement.concern for placement in place(findings(said, text), (), text)]
    together = {(i, j) for i, j in combinations(range(len(said)), 2) if placed[i] == placed[j]}
    meant = {(i, j) for i, j in combinations(range(len(said)), 2) if said[i][0] == said[j][0]}
    assert together == meant


@pytest.mark.parametrize(
    ("said", "text"), [(ON_LIBRARY, LIBRARY), (ON_MIXED, MIXED)], ids=["chinese", "japanese-and-english"]
)
def test_what_a_later_round_says_is_found_again_and_what_is_new_is_new(said: list[Said], text: str) -> None:
    made = findings(said, text)
    last = {concern: i for i, (concern, *_) in enumerate(said)}
    first: defaultdict[str, list[Finding]] = defaultdict(list)
    for i, (concern, *_) in enumerate(said):
        if i != last[concern]:
            first[concern].append(made[i])
    keys = {concern: id for id, concern in enumerate(first, start=1)}
    known = [KnownConcern(keys[concern], tuple(members)) for concern, members in first.items()]
    later = [made[i] for i in last.values()]
    placed = [max(0, placement.concern) for placement in place(later, known, text)]
    assert placed == [keys.get(concern, 0) for concern in last]
