// SPDX-License-Identifier: MIT
// The option dialog of an XBoard GUI: what is saved is there after a restart.
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

constexpr const char* kEngineOption =
    "--option 'name Style type spin default 3 min 0 max 9' --name 'My Engine 1'";

class Save : public ProxyTest {
 protected:
  static Lines greet(Gui& gui) { return gui.ask_all("xboard\nprotover 2", "feature done=1"); }
  /// Sets an option of ours and one of the engine's, saves, and starts again with the same arguments.
  void save_and_restart(const Lines& arguments, const std::string& shown_file) {
    Gui& gui = start(arguments);
    const std::string file = "feature option=\"Polyglot SettingsFile -file " + shown_file + "\"";
    EXPECT_THAT(greet(gui),
                AllOf(Contains(file), Contains("feature option=\"Polyglot BookDepth -spin 256 0 256\""),
                      Contains("feature option=\"Style -spin 3 0 9\"")));
    gui.send("option Polyglot BookDepth=12\noption Style=7\noption Polyglot Save");
    quit(gui);
    Gui& again = start(arguments);
    EXPECT_THAT(greet(again),
                AllOf(Contains(file), Contains("feature option=\"Polyglot BookDepth -spin 12 0 256\""),
                      Contains("feature option=\"Style -spin 7 0 9\"")));
    quit(again);
  }
};

TEST_F(Save, WritesTheConfigurationFile) {  // defect 35
  folder_.write("my.ini", "; mine\n[PolyGlot]\nEngineCommand = " + scripted(kEngineOption) + "\n");
  save_and_restart({"my.ini"}, "my.ini");
  EXPECT_THAT(content("my.ini"), AllOf(HasSubstr("; mine\n"), HasSubstr("BookDepth = 12\n"),
                                       HasSubstr("Style = 7\n"), Not(HasSubstr("SettingsFile"))));
}

TEST_F(Save, WritesTheEnginesOwnFileWithoutAConfigurationFile) {
  save_and_restart({"-noini", "-ec", scripted(kEngineOption)},
                   joined(folder_ / ".polyglot", "My_Engine_1.ini"));
  EXPECT_THAT(content(".polyglot/My_Engine_1.ini"),
              AllOf(HasSubstr("BookDepth = 12\n"), HasSubstr("Style = 7\n")));
}

TEST_F(Save, WritesIntoSettingsDirUnderEngineName) {
  const std::string elsewhere = joined(folder_.string(), "elsewhere.ini");
  save_and_restart({"-noini", "-ec", scripted(kEngineOption), "-pg", "SettingsDir=" + folder_.string(), "-pg",
                    "EngineName=elsewhere"},
                   elsewhere);
  EXPECT_THAT(content("elsewhere.ini"), HasSubstr("Style = 7\n"));
}

}  // namespace
}  // namespace polyglot::proxy::testing
